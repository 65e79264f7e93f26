-- A function gives one of its functional arguments by a condition.
-- ==
-- error: error\[E0197\]: a function must be known at compile time

def choose (c: bool) (f: i32 -> i32) (g: i32 -> i32) : i32 -> i32 = if c then f else g
entry main (c: bool) (x: i32) : i32 = choose c (+ 1) (* 2) x
