-- A negative argument needs parentheses.
-- ==
-- error: `g 1 -2` subtracts: as an argument a negative number is `\(-2\)`

def g (x: i32) (y: i32) = x + y
def f = g 1 -2
