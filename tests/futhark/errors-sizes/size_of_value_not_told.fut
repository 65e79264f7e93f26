-- A value of any size must be said to have one.
-- ==
-- error: error\[E0502\]: cannot infer the size `n` of `x`(.|\n)*such as `\(x: \[1\]i32\)`

def x [n] : [n]i32 = replicate n 0
def y = x
