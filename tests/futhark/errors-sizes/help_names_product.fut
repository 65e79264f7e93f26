-- The size that the context needs is named, as arithmetic on its names.
-- ==
-- error: expected size a \* b, found n(.|\n)*write `:> \[a \* b\]i32`

def f [n] (xs: [n]i32) (a: i64) (b: i64) : [a][b]i32 = unflatten xs
