-- passes: inline simplify cse dead-code prove simplify dead-code fuse fuse-reads simplify cse dead-code
-- NOVA, section 5: an array that is given twice is traversed once, which shows common subexpressions.
entry main : [8]i64 =
  let xs = map (\x -> x * 5) (iota 8)
  in map3 (\x y z -> (x - z) * (y - z)) xs xs (rotate 1 xs)
