-- `assert` takes a condition and a value.
-- ==
-- error: error\[E0102\]: unexpected

def f (x: i32) : i32 = assert (x > 0)

def g (x: i32) : i32 = x
