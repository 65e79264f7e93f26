-- Arrays that are mapped together must be of the same size, and these are not known to be.
-- ==
-- error: (n|m)

entry added [n] [m] (xs: [n]i32) (ys: [m]i32) = map2 (+) xs ys
