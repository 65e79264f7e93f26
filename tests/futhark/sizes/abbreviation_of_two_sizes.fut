-- A type abbreviation with sizes of matrices.
-- ==
-- entry: main
-- input { [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]] } output { [[1i32, 4i32], [2i32, 5i32], [3i32, 6i32]] }

type matrix [n] [m] = [n][m]i32

entry main [n] [m] (a: matrix [n] [m]) : matrix [m] [n] = transpose a
