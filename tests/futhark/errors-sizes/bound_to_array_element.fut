-- Bound together with another the variable is known inside only.
-- ==
-- error: (?s)E0501.*the actual size is `k`, which is bound here and not in scope outside

entry main (p: (i64, i64)) : [2]i64 = let (k, _) = p in iota k
