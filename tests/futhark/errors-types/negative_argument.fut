-- A negative argument needs parentheses.
-- ==
-- error: `g 1 -2` is a subtraction: to pass a negative number, write `\(-2\)`

def g (x: i32) (y: i32) = x + y
def f = g 1 -2
