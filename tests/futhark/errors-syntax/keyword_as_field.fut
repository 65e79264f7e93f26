-- A word of the language is no name of a field.
-- ==
-- error: error\[E0102\]: unexpected `type`

def f (x: i32) = {type = x}
