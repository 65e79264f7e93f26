-- Where the condition is false, the loop gives what the condition has consumed.
-- ==
-- error: error\[E0401\]: `ys` is used after it was consumed

def negative (xs: *[2]i32) = let xs[0] = 5 in xs[0] < 0

entry main (k: i32) : [2]i32 = let xs = [k, k] in loop (ys: *[2]i32) = xs while negative ys do [1, 2]
