-- A part of a constant is the constant's.
-- ==
-- error: error\[E0403\]: the result of `f` shares memory with a constant

def c = [1i32, 2, 3]

def f (i: i64) : []i32 = c[:i]

entry main (i: i64) = copy (f i)
