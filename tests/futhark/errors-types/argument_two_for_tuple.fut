-- A function of a tuple gets two arguments.
-- ==
-- error: error\[E030[12]\]: .*

def add (a: i32, b: i32) : i32 = a + b

def f (x: i32) : i32 = add x 1
