-- A map's function cannot give rows whose size its argument tells.
-- ==
-- error: E0501

entry main (ns: []i64) : i64 = length (map (\n -> iota n) ns)
