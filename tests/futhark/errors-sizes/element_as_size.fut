-- Two elements as sizes are two sizes.
-- ==
-- error: E0501.*ns\[[01]\].*ns\[[01]\]

entry main (ns: []i64) = zip (iota ns[0]) (iota ns[1])
