-- A pattern is no expression.
-- ==
-- error: error\[E0102\]: unexpected `\+`

def f (x: i32) : i32 = match x case y + 1 -> y
