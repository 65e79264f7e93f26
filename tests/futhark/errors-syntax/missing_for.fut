-- `loop` without `for` or `while`.
-- ==
-- error: error\[E0102\]: unexpected `do`

def f (n: i32) : i32 = loop x = n do x + 1
