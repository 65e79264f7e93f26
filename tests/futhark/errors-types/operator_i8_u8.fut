-- Signed and unsigned do not mix.
-- ==
-- error: error\[E0301\]: expected i8, found u8

def f (a: i8) (b: u8) = a + b
