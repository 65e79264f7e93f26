-- A type hides each size once.
-- ==
-- error: error\[E0204\]: the size `n` is declared twice

def f (x: i32) : ?[n][n].[n]i32 = [x]
