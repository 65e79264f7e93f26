-- An entry point takes no functions.
-- ==
-- error: error\[E0602\]: .*

entry apply (f: i32 -> i32) (x: i32) : i32 = f x
