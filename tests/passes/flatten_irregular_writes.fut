-- passes: inline simplify dead-code flatten-all
-- Writes of varying number: to rows of one size by two indices, to rows of varying size where those stand.
def f [n] (sizes: [n]i64) =
  map (\k -> let row = scatter (replicate 4 0) (iota k) (map (+ k) (iota k))
             let counts = hist (+) 0 k (map (/ 2) (iota k)) (replicate k 1)
             in (row, i64.maximum counts)) sizes |> unzip
entry main : ([][]i64, []i64) = f [1, 5, 0, 4]
