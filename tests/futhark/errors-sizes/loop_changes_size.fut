-- A loop whose value grows has an unknown size.
-- ==
-- error: E0501

entry main (n: i64) (xs: [4]i32) : [4]i32 = loop ys = xs for _i < n do ys ++ ys
