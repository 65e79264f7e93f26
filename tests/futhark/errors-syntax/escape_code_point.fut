-- A code point that there is not.
-- ==
-- error: error\[E0101\]: malformed string

def f : []u8 = "\x{110000}"
