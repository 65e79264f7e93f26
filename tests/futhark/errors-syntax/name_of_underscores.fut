-- Behind its underscore a name has a letter or digit.
-- ==
-- error: error\[E0102\]: unexpected `_`

def __ : i32 = 3
