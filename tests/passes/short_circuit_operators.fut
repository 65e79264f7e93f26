-- passes: short-circuit
-- The results of an operator are built where it accumulates them, if each iteration reads there only what it writes. The last
-- operator reads the first accumulated array after it has made the first result, so that result has a block of its own.
entry sums [n] [m] (xs: [n][m]i32) : [m]i32 = reduce (map2 (+)) (replicate m 0) xs

entry sums_so_far [n] [m] (xs: [n][m]i32) : [n][m]i32 = scan (map2 (+)) (replicate m 0) xs

entry reversed [n] [m] (xs: [n][m]i32) : [m]i32 = reduce (\a b -> map2 (+) (reverse a) b) (replicate m 0) xs

entry turned [n] [m] (xs: [n][m]i32) : ([m]i32, [m]i32) =
  reduce (\(a, b) (c, d) -> (map2 (+) (rotate 1 b) c, scan (+) 0 (map2 (*) (rotate 1 a) d))) (replicate m 0, replicate m 0) (zip xs xs)

-- The operator of a histogram accumulates in the rows of the destination. This one is in a block of the loop that is replaced in
-- each iteration.
entry grouped [n] [k] (rows: [n][2]i32) (labels: [n]i64) (first: [k][2]i32) : [k][2]i32 =
  loop sums = copy first for i < 3 do
    reduce_by_index (map (map (/ 2)) sums) (map2 (+)) [0, 0] (map (+ i) labels) rows

entry all : ([]i32, [][]i32, []i32, ([]i32, []i32), [][]i32) =
  let xs = [[1, 2], [3, 4], [5, 6]]
  in (sums xs, sums_so_far xs, reversed xs, turned xs, grouped xs [0, 1, 0] [[8, 8], [16, 16]])
