-- A condition that is a number.
-- ==
-- error: error\[E0301\]: .*bool.*i32

entry main (n: i32) : i32 = if n then 1 else 0
