-- An entry point gives no functions.
-- ==
-- error: error\[E0602\]: the entry point `main` takes or gives a function

entry main (x: i32) : i32 -> i32 = \y -> x + y
