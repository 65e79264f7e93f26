-- The bound of `for` stands after `<`.
-- ==
-- error: error\[E0102\]: unexpected `<=`

def f (n: i32) : i32 = loop x = 0 for i <= n do x + i
