-- A range from `a` up to `b` has the size `b - a`.
-- ==
-- error: E0501.*b - a

entry main (a: i64) (b: i64) : [b]i64 = a..<b
