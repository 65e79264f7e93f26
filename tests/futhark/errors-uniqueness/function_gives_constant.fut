-- A function does not give a constant away.
-- ==
-- error: error\[E0403\]: the result of `f` shares memory with a constant

def c = [1i32, 2, 3]

def f () = c

entry main (i: i64) = (f ())[i]
