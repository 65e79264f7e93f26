-- A literal without a suffix has to fit the type that is needed.
-- ==
-- error: error\[E0103\]: 256 does not fit in u8

def f (x: u8) : u8 = x + 256
