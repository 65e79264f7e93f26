-- A string that does not end.
-- ==
-- error: error\[E0101\]: unterminated string

def f (_x: i32) : []u8 = "abc

def g (x: i32) : i32 = x
