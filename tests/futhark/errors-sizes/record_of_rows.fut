-- Nor within a record.
-- ==
-- error: E0501

entry main (ns: []i64) : i64 = length (map (\n -> {a = n, b = iota n}) ns)
