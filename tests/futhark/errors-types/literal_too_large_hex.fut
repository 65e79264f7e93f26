-- A hexadecimal literal may fill the type's bits, and not more.
-- ==
-- error: error\[E0103\]: malformed number `0x10000i16`

def f (x: i16) : i16 = x + 0x10000i16
