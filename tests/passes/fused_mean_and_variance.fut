-- passes: inline simplify cse dead-code prove simplify dead-code fuse fuse-reads simplify cse dead-code
-- Two sums over one array are one traversal.
entry main : (f64, f64) =
  let xs = map f64.i64 (iota 8)
  let n = f64.i64 (length xs)
  let mean = reduce (+) 0 xs / n
  let squares = reduce (+) 0 (map (\x -> x * x) xs)
  in (mean, squares / n - mean * mean)
