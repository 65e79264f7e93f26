-- passes: short-circuit
-- Rows that stay where they are made: one that is yielded for two arrays is where the first one goes and copied to the
-- second one; one that a loop makes anew in each turn; one that is kept by a filter, whose place is not known.
entry twice [n] (k: i64) (xs: [n]i64) : ([n][k]i64, [n][k]i64) =
  unzip (map (\x -> let row = scan (+) x (iota k) in (row, row)) xs)

entry again [n] [m] (xs: [n][m]i64) : [n][m]i64 =
  map (\row -> loop row = copy row for _i < 3 do map (\j -> row[m - 1 - j] + j) (iota m)) xs

entry kept [n] [m] (xs: [n][m]i64) : [][m]i64 =
  filter (\row -> row[0] > 1) (map (\row -> scan (+) 0 row) xs)

entry all : ([][]i64, [][]i64, [][]i64, [][]i64) =
  let xs = [[1, 2], [3, 4], [5, 6]]
  let (a, b) = twice 2 [1, 2]
  in (a, b, again xs, kept xs)
