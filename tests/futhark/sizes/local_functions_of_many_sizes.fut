-- Local functions with size and type parameters, given to other functions.
-- ==
-- entry: main
-- input { [1i32, 2, 3] [4i32] } output { 3i64 1i64 4i64 [[1i32, 2, 3], [1, 2, 3]] }
-- input { empty([0]i32) [4i32] } output { 0i64 1i64 1i64 empty([2][0]i32) }

entry main [n] [m] (xs: [n]i32) (ys: [m]i32) : (i64, i64, i64, [][n]i32) =
  let len [k] 'a (_: [k]a) : i64 = k
  let both [k] 'a (zs: [k]a) : [2][k]a = [zs, zs]
  let total [k] (zs: [k]i32) : [k + n + m]i32 = zs ++ xs ++ ys
  in (len xs, len ys, len (total []), both xs)
