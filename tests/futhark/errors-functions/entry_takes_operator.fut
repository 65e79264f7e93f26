-- An entry point takes no functions, in no position.
-- ==
-- error: error\[E0602\]: the entry point `main` takes or returns a function

entry main (xs: []i32) (op: i32 -> i32 -> i32) : i32 = reduce op 0 xs
