-- A string is an array of u8.
-- ==
-- error: error\[E0301\]: expected u8, found \[1\]u8

def f (_x: i32) : u8 = "a"
