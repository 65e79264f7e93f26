-- passes: inline simplify cse dead-code prove simplify dead-code fuse fuse-reads simplify cse dead-code
-- A filter of which only the count is used counts.
entry main : i64 = length (filter (\x -> x % 3 == 0) (iota 8))
