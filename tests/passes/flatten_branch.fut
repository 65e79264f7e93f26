-- passes: inline simplify dead-code flatten-all
-- A branch on what varies: each side for its own elements, then both in place; of arrays only offsets are scattered.
def f [n] (sizes: [n]i64) =
  map (\k -> let xs = if k > 2 then scan (+) 0 (iota k) else replicate (k + 1) 7 in i64.sum xs) sizes
entry main : []i64 = f [1, 5, 0, 4]
