-- A field without a value must be a name.
-- ==
-- error: error\[E0102\]: unexpected `5`

def f (x: i32) = {x, 5}
