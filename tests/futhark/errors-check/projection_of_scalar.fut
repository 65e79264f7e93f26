-- A number has no fields.
-- ==
-- error: error\[E0303\]: .*`x`

entry main (n: i32) : i32 = n.x
