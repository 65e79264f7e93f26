-- A character literal without a character.
-- ==
-- error: error\[E0101\]: .*

def f (x: u8) : bool = x == ''
