-- The type of `twice` says that its result may be its argument.
-- ==
-- error: error\[E0403\]: the result of `f` shares memory with a constant

def c = [1i32, 2, 3]

def twice (xs: [3]i32) : [3]i32 = map (* 2) xs

def f (_: i64) = twice c

entry main (i: i64) = copy (f i)
