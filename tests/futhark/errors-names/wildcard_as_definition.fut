-- A definition needs a name.
-- ==
-- error: error\[E0102\]: unexpected `_`

def _ = 5
