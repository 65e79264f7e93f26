-- The condition of a loop consumes a parameter without a mark.
-- ==
-- error: error\[E0401\]: `ys` is used after it was consumed

def negative (xs: *[2]i32) = let xs[0] = 5 in xs[0] < 0

entry main (xs: [2]i32) : [2]i32 = loop ys = copy xs while negative ys do [1, 2]
