-- A dash is a minus.
-- ==
-- error: error\[E0102\]: unexpected `\(`

def two-times (x: i32) : i32 = 2 * x
