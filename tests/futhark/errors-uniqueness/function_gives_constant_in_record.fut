-- A constant in a component of the result.
-- ==
-- error: error\[E0403\]: the result of `f` shares memory with a constant

def c = [1i32, 2, 3]

def f (k: i32) = {k, x = c}

entry main (k: i32) = copy (f k).x
