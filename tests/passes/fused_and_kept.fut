-- passes: inline simplify cse dead-code prove simplify dead-code fuse fuse-reads simplify cse dead-code
-- What is used elsewhere too is computed once, and kept.
entry main : (i64, [8]i64) =
  let ys = map (\x -> x * x) (iota 8)
  in (reduce (+) 0 ys, ys)
