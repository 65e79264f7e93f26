-- Other languages' sign for "is not".
-- ==
-- error: error\[E0201\]: `/=` is not defined

def f (x: i32) : bool = x /= 5
