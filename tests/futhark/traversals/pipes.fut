-- Programs written by composing functions: pipes, compositions, partial applications, named operators.
-- ==
-- entry: both_directions
-- input { [1, 2, 3, 4] } output { 60 60 60 30 }
-- input { empty([0]i32) } output { 0 0 0 0 }

-- ==
-- entry: composed
-- input { [1, 2, 3] } output { [4, 6, 8] [3, 5, 7] [6, 4, 2] 12 }
-- input { [0] } output { [2] [1] [0] 0 }

-- ==
-- entry: combinators
-- input { 3 4 } output { -1 1 12 7 3 24 3 }
-- input { 0 1 } output { -1 1 0 1 0 0 0 }

-- ==
-- entry: repeated
-- input { 3 } output { 24 128 96 }
-- input { 1 } output { 8 128 64 }

-- ==
-- entry: folded
-- input { [1, 2, 3] } output { 123 321 [3, 2, 1] }
-- input { empty([0]i32) } output { 0 0 empty([0]i32) }

-- ==
-- entry: partial
-- input { [1, 2] [3, 4] } output { [4, 6] [10, 20] 10 [[3, 4], [6, 8]] }

def sum = reduce (+) 0i32
def squares = map (\(x: i32) -> x * x)
def add (x: i32) (y: i32) = x + y
def scale (k: i32) = map (* k)

entry both_directions (xs: []i32) =
  (xs |> squares |> map (* 2) |> sum,
   sum <| map (* 2) <| squares xs,
   sum (map (* 2) (squares xs)),
   xs |> squares |> sum)

entry composed (xs: []i32) =
  (map ((+ 1) >-> (* 2)) xs, map ((+ 1) <-< (* 2)) xs, xs |> map (2 *) |> reverse, xs |> (scale 2 >-> sum))

entry combinators (a: i32) (b: i32) =
  (a - b, flip (-) a b, uncurry (*) (a, b), curry (\(x, y) -> x + y) a b, const a b,
   id b |> (* 2) |> (\x -> x * a), (\x -> const x 'q') a)

entry repeated (x: i32) =
  (iterate 3 (* 2) x, iterate_until (> 100) (* 2) 64, iterate_while (< 50) (* 2) x)

entry folded (xs: []i32) =
  (foldl (\acc x -> acc * 10 + x) 0 xs, foldr (\x acc -> acc * 10 + x) 0 xs, reverse xs)

entry partial (xs: [2]i32) (ys: [2]i32) =
  let plus = map2 add
  let by_ten = scale 10
  in (plus xs ys, by_ten xs, foldl add 0 (xs ++ ys), map (`scale` ys) xs)
