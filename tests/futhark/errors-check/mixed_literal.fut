-- A float where an integer is needed.
-- ==
-- error: error\[E03[0-9]*\]: .

entry main (n: i32) : i32 = n + 1.5
