-- An underscore stands between digits.
-- ==
-- error: error\[E0103\]: malformed number

def f (x: i32) : i32 = x + 5_a
