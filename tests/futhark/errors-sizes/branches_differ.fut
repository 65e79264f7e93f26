-- Branches of different sizes give an unknown one.
-- ==
-- error: E0501

entry main [n] [m] (c: bool) (xs: [n]i32) (ys: [m]i32) : [n]i32 = if c then xs else ys
