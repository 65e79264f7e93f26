-- A function in a record, where the record's type says that it does not consume.
-- ==
-- error: error\[E0402\]: a function that consumes its argument is not allowed here

def f (xs: *[2]i32) : i32 = (xs with [0] = 1)[1]

def r : {h: [2]i32 -> i32} = {h = f}

entry main (x: i32) : i32 = r.h [x, 2]
