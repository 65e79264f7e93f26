-- `n * m` is not `m * n`.
-- ==
-- error: E0501

def f [n] [m] (xs: [n][m]i32) : [m * n]i32 = flatten xs
