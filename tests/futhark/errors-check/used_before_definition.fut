-- Names are in scope below their definitions only.
-- ==
-- error: error\[E0201\]: `later` is not defined

entry now (x: i32) : i32 = later x + 1

def later (x: i32) : i32 = 2 * x
