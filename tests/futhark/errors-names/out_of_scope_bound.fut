-- The bound of a `for` does not see its counter.
-- ==
-- error: error\[E0201\]: `i` is not defined

def f (n: i32) : i32 = loop x = n for i < i + 3 do x + i
