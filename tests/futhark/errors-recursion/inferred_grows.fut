-- The inferred type of a result contains itself.
-- ==
-- error: error\[E0305\]

def f (n: i32) = (1i32, f (n - 1))
