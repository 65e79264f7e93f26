-- Local functions with size parameters, and sizes taken from what is around.
-- ==
-- entry: main
-- input { [1i32, 2, 3] [4i32] } output { 4i64 3i64 [1i32, 2, 3, 3] }
-- input { empty([0]i32) [4i32] } output { 1i64 0i64 [0i32] }

-- ==
-- entry: fixed
-- input { [1i32, 2] } output { [2i32, 2] 4i64 }

entry main [n] [m] (xs: [n]i32) (ys: [m]i32) : (i64, i64, []i32) =
  let total [a] [b] (_: [a]i32) (_: [b]i32) : i64 = a + b
  let own (zs: []i32) : i64 = 0 * length zs + n
  in (total xs ys, own ys, xs ++ [i32.i64 (own ys)])
entry fixed [n] (xs: [n]i32) : ([n]i32, i64) =
  let same (ys: [n]i32) : [n]i32 = map (\y -> y * 0 + i32.i64 n) ys
  let twice [k] (ys: [k]i32) : i64 = 2 * k + 0 * length ys
  in (same xs, twice (same xs))
