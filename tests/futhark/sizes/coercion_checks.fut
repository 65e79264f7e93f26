-- `:>` is checked in every dimension.
-- ==
-- entry: main
-- input { [[1i32, 2], [3, 4]] 2i64 } output { 10i32 }
-- input { [[1i32, 2]] 2i64 } error: size|shape|2
-- input { [[1i32], [2]] 2i64 } error: size|shape|2
-- input { empty([0][0]i32) 0i64 } output { 0i32 }
-- input { empty([0][3]i32) 0i64 } error: size|shape|3

entry main [n] [m] (xs: [n][m]i32) (k: i64) : i32 =
  let ys = xs :> [k][k]i32
  in i32.sum (flatten (map2 (map2 (\a b -> (a + b) / 2)) ys ys))
