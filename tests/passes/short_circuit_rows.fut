-- passes: short-circuit
-- Rows are built where they will be: in an array made by nested maps that itself goes to a part of another one; by one branch,
-- while the other one copies a row that is there already; by an operator; by a loop.
entry parts [n] [m] (xs: [n][m]i32) : [][m]i32 =
  map (\row -> scan (+) 0 row) xs ++ map (\row -> map (* 2) row) xs

entry chosen [n] [m] (xs: [n][m]i32) : [n][m]i32 =
  map (\row -> if row[0] > 2 then row else scan (+) 0 row) xs

entry combined [n] [k] [m] (xs: [n][k][m]i32) : [n][m]i32 =
  map (\rows -> reduce (map2 (+)) (replicate m 0) rows) xs

entry filled (n: i64) (m: i64) : [n][m]i64 =
  map (\i -> loop row = replicate m i for j < m do row with [j] = row[j] + j * j) (iota n)

entry all : ([][]i32, [][]i32, [][]i32, [][]i64) =
  let xs = [[1, 2], [3, 4], [5, 6]]
  in (parts xs, chosen xs, combined [xs, xs], filled 2 3)
