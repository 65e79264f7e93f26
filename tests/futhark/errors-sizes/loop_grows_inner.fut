-- The loop's pattern says that the inner size stays.
-- ==
-- error: E0501

def f [n] [m] (xs: [n][m]i32) : [n][m]i32 = loop (ys: [n][m]i32) = xs for _i < 3 do map (\y -> y ++ y) ys
