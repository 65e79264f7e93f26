-- The bound of a `for` is an integer.
-- ==
-- error: error\[E0304\]: expected an integer, found f32

def f (n: f32) : i32 = loop a = 0 for _i < n do a + 1
