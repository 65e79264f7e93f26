-- A loop's pattern may say a size, which every round then has.
-- ==
-- entry: main
-- input { [1i32, 2i32] 3i64 } output { [8i32, 16i32] }

entry main [n] (xs: [n]i32) (k: i64) : [n]i32 = loop (ys: [n]i32) = xs for _i < k do map2 (+) ys ys :> [n]i32
