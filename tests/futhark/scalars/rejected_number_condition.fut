-- A number is not a truth value.
-- ==
-- error: bool

entry chosen (n: i32) : i32 = if n & 1 then n else 0
