-- The sum of sizes is in the order of the arrays.
-- ==
-- error: E0501.*m \+ n

entry main [n] [m] (xs: [n]i64) (ys: [m]i64) : [n + m]i64 = ys ++ xs
