-- The type of a definition without parameters may not promise more than the function gives.
-- ==
-- error: error\[E0403\]: the result of this function may share memory with its argument
def id2 (xs: [2]i32) = xs

def fresh : [2]i32 -> *[2]i32 = id2

entry main (k: i32) : [2]i32 = fresh [k, k]
