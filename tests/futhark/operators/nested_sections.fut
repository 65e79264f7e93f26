-- Sections inside of sections, of calls and of pipes.
-- ==
-- entry: main
-- input { [1i32, 2, 3] } output { [3i32, 5, 7] [20i32, 30, 40] 9i32 }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) 3i32 }

-- ==
-- entry: chosen
-- input { 4i32 true } output { 5i32 }
-- input { 4i32 false } output { 8i32 }

entry main [n] (xs: [n]i32) : ([n]i32, [n]i32, i32) =
  ( map ((+ 1) <-< (* 2)) xs
  , map ((+ 1) >-> (10 *)) xs
  , foldl (\acc f -> acc + f) 3 (map (|> (* 1)) xs)
  )
entry chosen (x: i32) (b: bool) : i32 =
  let pick (f: i32 -> i32) (g: i32 -> i32) = if b then f x else g x
  in pick (+ 1) (* 2)
