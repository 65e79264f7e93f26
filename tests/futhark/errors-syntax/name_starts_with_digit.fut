-- A name does not begin with a digit.
-- ==
-- error: error\[E0102\]: unexpected `2nd`

def 2nd (p: (i32, i32)) : i32 = p.1
