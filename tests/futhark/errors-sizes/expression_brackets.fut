-- `(a + b) + c` is not `a + (b + c)`.
-- ==
-- error: E0501

def f [a] [b] [c] (x: [a]i32) (y: [b]i32) (z: [c]i32) : [a + (b + c)]i32 = (x ++ y) ++ z
