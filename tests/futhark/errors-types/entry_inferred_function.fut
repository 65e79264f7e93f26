-- An entry point whose inferred result is a function.
-- ==
-- error: error\[E0602\]: the entry point `main` takes or gives a function

entry main (x: i32) = (+ x)
