-- Half of a pair is no code point.
-- ==
-- error: error\[E0101\]: malformed string

def f : []u8 = "\xd800"
