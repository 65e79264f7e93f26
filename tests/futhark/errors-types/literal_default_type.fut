-- A literal that nothing else types is an i32.
-- ==
-- error: error\[E0103\]: .*4294967296

def f (_x: i32) : bool = 4294967296 > 5
