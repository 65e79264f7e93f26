-- The same for a function of a module.
-- ==
-- error: `i32\.abs -x` subtracts: as an argument a negative number is `\(-x\)`

def f (x: i32) = i32.abs -x
