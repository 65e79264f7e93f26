-- Two arrays of one size may change places and keep it.
-- ==
-- entry: main
-- input { [1i32, 2i32] [3i32, 4i32] 3i64 } output { [4i32, 6i32] }

entry main [n] (xs: [n]i32) (ys: [n]i32) (k: i64) : [n]i32 =
  let (a, b) = loop (a, b) = (xs, ys) for _i < k do (b, a)
  in map2 (+) a b
