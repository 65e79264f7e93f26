-- `if` without `else`.
-- ==
-- error: error\[E0102\]: unexpected

def f (x: i32) : i32 = if x > 0 then 1

def g (x: i32) : i32 = x
