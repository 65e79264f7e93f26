-- An entry point takes a function under the name of its type.
-- ==
-- error: error\[E0602\]: the entry point `main` takes or returns a function

type^ f = i32 -> i32
entry main (g: f) : i32 = g 1
