-- A local function's result has the size of the array around it, and its own.
-- ==
-- entry: main
-- input { [1i32, 2] [10i32, 20, 30] } output { [[11i32, 21, 31], [12, 22, 32]] }
-- input { empty([0]i32) [10i32] } output { empty([0][1]i32) }
-- input { [5i32] empty([0]i32) } output { empty([1][0]i32) }

entry main [n] [m] (xs: [n]i32) (ys: [m]i32) : [n][m]i32 =
  let row (x: i32) : [m]i32 = map (+ x) ys
  let rows [k] (zs: [k]i32) : [k][m]i32 = map row zs
  in rows xs
