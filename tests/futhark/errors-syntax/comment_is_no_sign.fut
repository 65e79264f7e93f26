-- Two minus signs begin a comment, so an operand is missing.
-- ==
-- error: error\[E0102\]: unexpected

def f (x: i32) : i32 = x --1
def g (x: i32) : i32 = x +
