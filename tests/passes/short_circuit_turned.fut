-- passes: short-circuit
-- What is turned around on its way to where it is copied is made from the end on: rows of a map, both dimensions of a part of
-- an array, what a branch yields. Where a part of it is left out, there is no place for the rest, and it is copied.
entry rows [n] [m] (xs: [n][m]i32) : [n][m]i32 = map (\row -> reverse (scan (+) 0 row)) xs

entry part [n] [m] (xs: [n][m]i32) (ys: [m][n]i32) : [][]i32 =
  transpose ((map (scan (+) 0) xs)[::-1, ::-1]) ++ ys

entry chosen [n] [m] (xs: [n][m]i32) : [n][m]i32 =
  map (\row -> if row[0] > 2 then reverse (scan (+) 0 row) else row) xs

entry shorter [n] (xs: [n]i32) (ys: *[]i32) : []i32 =
  ys with [0:n - 1] = reverse (scan (+) 0 xs)[1:]

entry all : ([][]i32, [][]i32, [][]i32, []i32) =
  let xs = [[1, 2], [3, 4], [5, 6]]
  in (rows xs, part xs [[1, 1, 1], [0, 0, 0]], chosen xs, shorter [1, 2, 3] [0, 0, 0])
