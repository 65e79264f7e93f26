-- passes: inline simplify cse dead-code prove simplify dead-code fuse fuse-reads simplify cse dead-code
-- NOVA, section 5: a filter goes into a reduction; what it drops becomes the neutral element.
entry main : i64 = reduce i64.max 0 (filter (\x -> x % 3 == 0) (iota 8))
entry mean : i64 =
  let kept = filter (\x -> x % 3 == 1) (iota 8)
  in reduce (+) 0 kept / length kept
