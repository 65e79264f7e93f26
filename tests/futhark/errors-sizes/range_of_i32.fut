-- A range of another type than i64 has no size that types speak of.
-- ==
-- error: E0501

entry main (n: i64) : [n]i32 = 0..<i32.i64 n
