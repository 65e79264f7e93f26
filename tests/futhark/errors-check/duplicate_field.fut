-- One name for two fields of a record.
-- ==
-- error: error\[E0204\]: .*`a`

entry main (x: i32) : i32 = {a = x, b = 1, a = 2}.b
