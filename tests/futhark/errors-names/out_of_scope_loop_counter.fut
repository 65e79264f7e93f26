-- The counter is not known after the loop.
-- ==
-- error: error\[E0201\]: `i` is not defined

def f (n: i32) : i32 = (loop x = 0 for i < n do x + i) + i
