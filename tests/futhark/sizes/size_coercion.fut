-- `:>` claims a size, and the run checks it.
-- ==
-- entry: main
-- input { [1i32, 2i32] [3i32, 4i32] } output { [4i32, 6i32] }
-- input { [1i32, 2i32] [3i32] } error: size

entry main [n] [m] (xs: [n]i32) (ys: [m]i32) : [n]i32 = map2 (+) xs (ys :> [n]i32)
