-- An expression that binds something is no size: its own each time.
-- ==
-- error: E0501

entry main (n: i64) : [n + n]i64 = iota (let m = n in m + m)
