-- A function is applied to more arguments than it takes.
-- ==
-- error: error\[E0302\]: .*too many arguments

def add (a: i32) (b: i32) : i32 = a + b

entry main (x: i32) : i32 = add x 1 2
