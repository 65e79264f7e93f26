-- The result is not of the declared type: a record misses a field.
-- ==
-- error: error\[E0301\]: .*x: i32

type point = {x: i32, y: i32}

def origin (k: i32) : point = {x = k}

entry main (k: i32) : i32 = (origin k).x
