-- Between backticks stands a name, no operator.
-- ==
-- error: error\[E0102\]: unexpected `\+`

def f (x: i32) : i32 = x `+` 3
