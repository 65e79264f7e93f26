-- A function of two arguments gets a tuple.
-- ==
-- error: error\[E0301\]: expected i32, found \(i32, number\)

def add (a: i32) (b: i32) : i32 = a + b

def f (x: i32) : i32 = add (x, 1)
