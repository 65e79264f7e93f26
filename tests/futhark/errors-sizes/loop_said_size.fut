-- A loop whose pattern says a size keeps it.
-- ==
-- error: E0501.*expected size n, found n \+ n

entry main [n] (k: i64) (xs: [n]i32) = loop (ys: [n]i32) = xs for _i < k do ys ++ ys
