-- `:>` claims sizes of rows and of tuples.
-- ==
-- entry: main
-- input { [[1i32, 2i32]] 2i64 } output { [[1i32, 2i32]] }
-- input { [[1i32, 2i32]] 3i64 } error: size

entry main (xss: [][]i32) (m: i64) : [1][m]i32 = xss :> [1][m]i32
