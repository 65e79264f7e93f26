-- A word of the language is no attribute.
-- ==
-- error: error\[E0102\]: unexpected `else`

def f : i32 = #[hint(else)] 3
