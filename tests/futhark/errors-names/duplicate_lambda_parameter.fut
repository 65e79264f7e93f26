-- One name for two parameters of a lambda.
-- ==
-- error: error\[E0204\]: .*`x`

def f = \(x: i32) (x: i32) -> x + 1
