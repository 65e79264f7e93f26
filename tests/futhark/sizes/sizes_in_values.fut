-- A size parameter is a number in the body.
-- ==
-- entry: main
-- input { [[1i32, 2i32, 3i32]] } output { 1i64 3i64 }

entry main [n] [m] (_xss: [n][m]i32) : (i64, i64) = (n, m)
