-- A local function's size parameter hides the outer one of the same name.
-- ==
-- entry: main
-- input { [1i32, 2, 3] [4i32] } output { 1i64 3i64 4i64 }
-- input { empty([0]i32) [4i32, 5] } output { 2i64 0i64 2i64 }

entry main [n] [m] (xs: [n]i32) (ys: [m]i32) : (i64, i64, i64) =
  let len [n] (zs: [n]i32) : i64 = n + 0 * length zs
  let both [m] (zs: [m]i32) : i64 = m + n
  in (len ys, len xs, both ys)
