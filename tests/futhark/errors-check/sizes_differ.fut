-- Arrays of sizes that are not known to be equal.
-- ==
-- error: error\[E0501\]: .*size

entry main [n][m] (xs: [n]i32) (ys: [m]i32) : [n]i32 = map2 (+) xs ys
