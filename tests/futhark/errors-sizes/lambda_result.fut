-- A lambda gives the size that it says.
-- ==
-- error: E0501.*expected size k, found 3

entry main (k: i64) (n: i64) = map (\i : [k]i64 -> [i, i, i]) (iota n)
