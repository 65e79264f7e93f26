-- A literal with a suffix that it does not fit.
-- ==
-- error: error\[E0103\]: malformed number `256u8`

def f (x: u8) : u8 = x + 256u8
