-- One name for two parameters.
-- ==
-- error: error\[E0204\]: .*`x`

entry main (x: i32) (x: i32) : i32 = x
