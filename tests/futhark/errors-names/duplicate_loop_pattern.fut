-- One name twice among a loop's parameters.
-- ==
-- error: error\[E0204\]: .*`a`

def f (n: i32) = loop (a, a) = (0, 1) for i < n do (a, i)
