-- passes: expand-interleaved lower-to-kernels
-- Scans: of an array; of each row; with a reduction beside it; and a filter, which counts by a scan.
entry sums [n] (xs: [n]i64) : [n]i64 = scan (+) 0 xs

entry of_rows [n] [m] (a: [n][m]i64) : [n][m]i64 = map (scan (\x y -> if y % 3 == 0 then x else y) 0) a

entry with_total [n] (xs: [n]i64) : ([n]i64, i64) = (scan (+) 0 xs, i64.maximum xs)

entry odd (n: i64) : []i64 = filter (\x -> x % 2 == 1) (iota n)

entry all : ([]i64, [][]i64, ([]i64, i64), []i64) =
  (sums (iota 70), of_rows [iota 33, iota 33], with_total (iota 20), odd 50)
