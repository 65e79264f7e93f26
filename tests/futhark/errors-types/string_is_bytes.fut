-- A string is no array of i32.
-- ==
-- error: error\[E0301\]: expected \[\]i32, found \[3\]u8

def f (_x: i32) : []i32 = "abc"
