-- The parts of a partition have the sizes `k` and `n - k`.
-- ==
-- entry: main
-- input { [1i32, -2i32, 3i32] } output { [1i32, 3i32, -2i32] }

entry main [n] (xs: [n]i32) : [n]i32 =
  let (yes, no) = partition (> 0) xs
  in yes ++ no :> [n]i32
