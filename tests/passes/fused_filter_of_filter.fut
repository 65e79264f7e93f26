-- passes: inline simplify cse dead-code prove simplify dead-code fuse fuse-reads simplify cse dead-code
-- NOVA, section 5: a filter goes into a filter.
entry main : []i64 = filter (\x -> x > 3) (map (* 2) (filter (\x -> x % 3 == 0) (iota 8)))
