-- passes: inline simplify cse dead-code prove simplify dead-code fuse fuse-reads simplify cse dead-code
-- What a filter drops is written nowhere.
entry scattered : [8]i64 =
  let kept = filter (\x -> x % 3 == 0) (iota 8)
  in scatter (replicate 8 0) kept (map (+ 1) kept)
entry counted : [4]i64 =
  let kept = filter (\x -> x % 3 == 0) (iota 8)
  in hist (+) 0 4 (map (/ 2) kept) (map (const 1) kept)
