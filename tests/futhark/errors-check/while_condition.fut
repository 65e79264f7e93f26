-- The condition of a loop is not a bool.
-- ==
-- error: error\[E0301\]: .*bool.*i32

entry main (n: i32) : i32 = loop x = n while x do x - 1
