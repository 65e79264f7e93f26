-- A partial application to an array that is updated on the way.
-- ==
-- error: error\[E0402\]: what is bound to a function consumes an array

def at (xs: [2]i32) (i: i64) = xs[i]

entry main (xs: *[2]i32) : i32 = let g = at (xs with [0] = 1) in g 0 + g 1
