-- An array has no pattern.
-- ==
-- error: error\[E0102\]: unexpected `\[`

def f (xs: []i32) : i32 = match xs case [a, b] -> a + b
