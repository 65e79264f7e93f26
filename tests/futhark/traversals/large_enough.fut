-- Sizes that are no powers of two and larger than any block: sums, scans and histograms against formulas.
-- ==
-- entry: sums
-- input { 1i64 } output { 0i64 true }
-- input { 1000i64 } output { 499500i64 true }
-- input { 4097i64 } output { 8390656i64 true }

-- ==
-- entry: histograms
-- input { 1000i64 } output { [334i64, 333, 333] }
-- input { 2i64 } output { [1i64, 1, 0] }

-- ==
-- entry: running
-- input { 777i64 } output { true }
-- input { 0i64 } output { true }

entry sums (n: i64) : (i64, bool) =
  let xs = iota n
  in (i64.sum xs, last (scan (+) 0 xs) == n * (n - 1) / 2)
entry histograms (n: i64) : [3]i64 = hist (+) 0 3 (map (% 3) (iota n)) (replicate n 1)
entry running (n: i64) : bool =
  and (map2 (\i s -> s == i * (i + 1) / 2) (iota n) (scan (+) 0 (iota n)))
