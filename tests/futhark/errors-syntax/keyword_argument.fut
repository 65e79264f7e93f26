-- An argument that starts with a word of the language stands in brackets.
-- ==
-- error: error\[E0102\]: unexpected `if`

def f (x: i32) : i32 = i32.abs if x > 0 then x else 1
