-- `if` cannot choose between functions.
-- ==
-- error: error\[E0197\]: a function must be known at compile time

def inc (x: i32) : i32 = x + 1
def dec (x: i32) : i32 = x - 1
entry main (c: bool) (x: i32) : i32 = (if c then inc else dec) x
