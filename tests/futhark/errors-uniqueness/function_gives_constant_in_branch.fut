-- The result may be a constant where a branch gives it.
-- ==
-- error: error\[E0403\]: the result of `main` shares memory with a constant

def c = [1i32, 2, 3]

entry main (b: bool) : [3]i32 = if b then c else [4, 5, 6]
