-- `while` without a condition.
-- ==
-- error: error\[E0102\]: unexpected `do`

def f (n: i32) : i32 = loop x = n while do x + 1
