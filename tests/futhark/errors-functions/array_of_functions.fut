-- Named functions cannot be put into an array.
-- ==
-- error: error\[E0197\]: a function must be known at compile time

def inc (x: i32) : i32 = x + 1
def dec (x: i32) : i32 = x - 1
entry main (i: i64) (x: i32) : i32 = [inc, dec][i] x
