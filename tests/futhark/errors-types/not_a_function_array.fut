-- `f [0]` applies: a space before the bracket.
-- ==
-- error: error\[E0302\]: this is not a function

def f [n] (xs: [n]i32) : i32 = xs [0]
