-- `replicate` in part still waits for the size.
-- ==
-- error: E0501

entry main (ns: []i64) : i64 = length (map2 replicate ns ns)
