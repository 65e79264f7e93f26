-- Two arrays that change places have sizes of their own.
-- ==
-- entry: main
-- input { [1i32, 2i32] [3i32] 3i64 } output { [3i32] [1i32, 2i32] }

entry main (xs: []i32) (ys: []i32) (k: i64) : ([]i32, []i32) = loop (a, b) = (xs, ys) for _i < k do (b, a)
