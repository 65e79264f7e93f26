-- sizes: 16
-- Counts and sums by key, then a scatter that sorts by it.
entry main (n: i64) : ([16]i64, [n]i64) =
  let keys = map (\i -> i * 7 % 16) (iota n)
  let counts = hist (+) 0 16 keys (replicate n 1)
  let starts = map2 (-) (scan (+) 0 counts) counts
  let ranks = map (\i -> starts[keys[i]] + i / 16) (iota n)
  in (counts, scatter (replicate n 0) ranks (map (* 2) keys))
