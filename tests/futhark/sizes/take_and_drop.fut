-- `take` and `drop` say their sizes.
-- ==
-- entry: main
-- input { 1i64 [7i32, 8i32, 9i32] } output { [7i32] [8i32, 9i32] }

entry main [n] (k: i64) (xs: [n]i32) : ([k]i32, [n - k]i32) = (take k xs, drop k xs)
