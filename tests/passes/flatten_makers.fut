-- passes: inline simplify dead-code flatten-all
-- What makes an array by its index is a nest of its own where the map is taken apart anyway.
def f [n] (m: i64) (starts: [n]i64) =
  map (\k -> let xs = scan (+) 0 (map (+ k) (iota m)) in (xs, replicate m k, iota m)) starts
entry main : ([][]i64, [][]i64, [][]i64) = unzip3 (f 3 [4, 7])
