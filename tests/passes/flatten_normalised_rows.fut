-- passes: inline simplify cse dead-code fuse simplify dead-code flatten-all
-- A segmented reduction, a map over its results, and a nest of two maps.
def f [n] [m] (a: [n][m]f64) =
  map (\row -> let length = f64.sqrt (reduce (+) 0 (map (\x -> x * x) row)) in map (/ length) row) a
entry main : [][]f64 = f [[3, 4], [6, 8]]
