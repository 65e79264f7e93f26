-- `if` without `then`.
-- ==
-- error: error\[E0102\]: unexpected `else`

def f (x: i32) : i32 = if x > 0 else 1
