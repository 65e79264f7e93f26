-- Three dimensions end to end.
-- ==
-- entry: main
-- input { [[[1i32], [2i32]], [[3i32], [4i32]]] } output { [1i32, 2i32, 3i32, 4i32] }

entry main [n] [m] [k] (a: [n][m][k]i32) : [n * m * k]i32 = flatten_3d a
