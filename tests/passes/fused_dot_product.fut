-- passes: inline simplify cse dead-code prove simplify dead-code fuse fuse-reads simplify cse dead-code
-- The inner product of two maps is one traversal.
entry main : i64 =
  let xs = iota 8
  in reduce (+) 0 (map2 (*) (map (+ 1) xs) (map (* 2) xs))
