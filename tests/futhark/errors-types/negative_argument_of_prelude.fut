-- The same for a function of a module.
-- ==
-- error: `i32\.abs -x` is a subtraction: to pass a negative number, write `\(-x\)`

def f (x: i32) = i32.abs -x
