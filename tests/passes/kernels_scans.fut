-- passes: expand-interleaved lower-to-kernels
-- A scan, with a reduction beside it; and a filter, which counts by a scan.
entry with_total [n] (xs: [n]i64) : ([n]i64, i64) = (scan (+) 0 xs, i64.maximum xs)

entry odd (n: i64) : []i64 = filter (\x -> x % 2 == 1) (iota n)

entry all : (([]i64, i64), []i64) = (with_total (iota 70), odd 50)
