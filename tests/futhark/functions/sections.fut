-- Operator sections of every form, in backticks too, over arrays and numbers, and path sections.
-- ==
-- entry: arithmetic
-- input { [10i32, 7, -3] } output { [13i32, 10, 0] [-7i32, -4, 6] [7i32, 4, -6] [5i32, 3, -2] [0i32, 0, -1] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i32) }

-- ==
-- entry: operators
-- input { [true, true, false] [true, false, false] } output { true false [false, true, false] 28i32 }

-- ==
-- entry: backticks
-- input { [1i32, 5, 9] } output { [5i32, 5, 9] [1i32, 5, 6] [2i32, 2, 2] [-1i32, 3, 7] }

-- ==
-- entry: paths
-- input { [1i32, 2, 3] [[1i32, 2], [3, 4]] } output { [1i32, 3] [2i32, 4] [4i32, 5, 6] 3i32 }

-- ==
-- entry: deep
-- input { 7i32 } output { [7i32, 8] [10i32, 11] 2i64 [5i32, 7] }

-- ==
-- entry: own
-- input { 3i32 4i32 } output { 10i32 11i32 [21i32, 28] }

def minus (a: i32) (b: i32) : i32 = a - b

entry arithmetic [n] (xs: [n]i32) : ([n]i32, [n]i32, [n]i32, [n]i32, [n]i32) =
  (map (3 +) xs, map (3 -) xs, map (`minus` 3) xs, map (/ 2) xs, map (>> 4) xs)

entry operators [n] (a: [n]bool) (b: [n]bool) : (bool, bool, [n]bool, i32) =
  ( reduce (||) false (map2 (&&) a b)
  , reduce (&&) true a
  , map2 (!=) a b
  , foldl (*) 1 (map (|> (+ 1)) [1, 2, 3]) + reduce (|) 0 [4, 4]
  )

entry backticks [n] (xs: [n]i32) : ([n]i32, [n]i32, [n]i32, [n]i32) =
  ( map (`i32.max` 5) xs
  , map (6 `i32.min`) xs
  , map (`const` true) (map (const 2) xs)
  , map (`minus` 2) xs
  )

entry paths [n] (xs: [n]i32) (a: [][]i32) : ([]i32, []i32, [n]i32, i32) =
  let records = map (\x -> {x, y = {z = x + 3}}) xs
  in (map (.[0]) a, map (.[1]) a, map (.y.z) records, (.[1, 0]) a)

entry deep (x: i32) : ([2]i32, [2]i32, i64, [2]i32) =
  let r = {pair = ([x, x + 1], {at = [5, x]}), n = 3}
  let s = r with n = 9
  let values = map (.pair) [r, s]
  in ( r |> (.pair.0)
     , map (.n) [r with n = x + 3, s with n = x + 4]
     , length ((.pair.1.at) r)
     , (.[0].1.at[0:2]) values
     )

def (<+>) (a: i32) (b: i32) : i32 = 2 * a + b

entry own (a: i32) (b: i32) : (i32, i32, []i32) =
  (a <+> b, (b <+>) a, map (* 7) ([a, b] |> map (`minus` 0)))
