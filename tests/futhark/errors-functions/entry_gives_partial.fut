-- An entry point's result is a partial application.
-- ==
-- error: error\[E0602\]: the entry point `main` takes or gives a function

def add (x: i32) (y: i32) : i32 = x + y
entry main (x: i32) = add x
