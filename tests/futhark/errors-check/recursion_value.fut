-- A value that needs itself.
-- ==
-- error: error\[E0210\]: the value `ones` is defined in terms of itself

def ones : [2]i32 = [1, ones[0]]

entry main (i: i64) : i32 = ones[i]
