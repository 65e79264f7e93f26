-- An entry point gives a function that takes a function.
-- ==
-- error: error\[E0602\]: the entry point `main` takes a function

def apply (x: i32) (f: i32 -> i32) : i32 = f x
entry main (x: i32) = apply x
