-- Two refutable patterns, and a name twice.
-- ==
-- error: error\[E0307\](.|\n)*E0307\](.|\n)*E0204\]

def f ((0, x): (i32, i32)) : i32 = x
def g (x: i32) : i32 = let (1, y) = (x, 2) in y
def h (a: i32, a: i32) : i32 = a
