-- What a function gives may be its argument, which is a constant here.
-- ==
-- error: error\[E0403\]: the result of `f` shares memory with a constant

def c = [1i32, 2, 3]

def f (_: i64) = id c

entry main (i: i64) = copy (f i)
