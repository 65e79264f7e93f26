-- A character that does not end.
-- ==
-- error: error\[E0101\]: .*

def f (x: u8) : bool = x == 'a

def g (x: i32) : i32 = x
