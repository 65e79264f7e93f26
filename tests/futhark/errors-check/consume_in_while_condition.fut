-- The condition of a loop that ends gives what it has consumed.
-- ==
-- error: error\[E0401\]: `ys` is used after it was consumed
def below (xs: *[2]i32) : bool = let xs[0] = 5 in xs[0] < 0

entry main (k: i32) : [2]i32 = loop ys = [k, k] while below ys do [1, 2]
