-- Two characters between the quotes.
-- ==
-- error: error\[E0101\]: .*

def f (x: u8) : bool = x == 'ab'
