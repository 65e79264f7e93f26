-- passes: inline simplify cse dead-code prove simplify dead-code fuse fuse-reads simplify cse dead-code
-- Two passes, one after the other: the cheap elements are computed in both.
entry main : f64 =
  let xs = map f64.i64 (iota 8)
  let ys = map (* 2) xs
  let mean = reduce (+) 0 ys / 8
  in reduce (+) 0 (map (\y -> (y - mean) * (y - mean)) ys)
