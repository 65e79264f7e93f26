-- The elements' pattern of a `for` is refutable.
-- ==
-- error: error\[E0307\]: this pattern may not match

def f (xs: [](i32, bool)) : i32 = loop s = 0 for (x, true) in xs do s + x
