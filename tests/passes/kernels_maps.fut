-- passes: expand-interleaved lower-to-kernels
-- Maps: of a matrix, whose rows and columns are numbered together; of rows that hold a loop; and fills and copies of the host.
entry scaled [n] [m] (k: i32) (a: [n][m]i32) : [n][m]i32 = map (map (* k)) a

entry powers [n] (xs: [n]i64) : [n]i64 = map (\x -> loop p = 1 for _i < 3 do p * x) xs

entry turned [n] [m] (a: [n][m]i32) : [m][n]i32 = copy (transpose a)

entry all : ([][]i32, []i64, [][]i32, []f32) =
  (scaled 3 [[1, 2, 3], [4, 5, 6]], powers (iota 9), turned [[1, 2, 3], [4, 5, 6]], replicate 7 1.5)
