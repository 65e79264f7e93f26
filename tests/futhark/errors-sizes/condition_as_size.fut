-- A choice as a size is another than its parts.
-- ==
-- error: E0501.*if

entry main (c: bool) (n: i64) : [n]i64 = iota (if c then n else 0)
