-- A row of an array is replaced by one of its size.
-- ==
-- entry: main
-- input { [[1i32, 2i32], [3i32, 4i32]] } output { [[7i32, 7i32], [3i32, 4i32]] }

entry main [n] [m] (xss: *[n][m]i32) : [n][m]i32 = xss with [0] = replicate m 7
