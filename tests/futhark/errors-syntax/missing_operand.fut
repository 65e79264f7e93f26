-- An operator without its right operand.
-- ==
-- error: error\[E0102\]: unexpected

def f (x: i32) : i32 = x +

def g (x: i32) : i32 = x
