-- A word of the language is no name of a function.
-- ==
-- error: error\[E0102\]: unexpected `match`

def match (x: i32) : i32 = x
