-- Coercions that leave some sizes open.
-- ==
-- entry: main
-- input { [[1i32, 2], [3, 4]] } output { [[1i32, 2], [3, 4]] 4i64 }
-- input { [[1i32, 2, 3]] } error: size|shape|3|2

entry main (xss: [][]i32) : ([][2]i32, i64) =
  let ys = xss :> [][2]i32
  let [k] (zs: [k][2]i32) = ys
  in (zs, k * 2)
