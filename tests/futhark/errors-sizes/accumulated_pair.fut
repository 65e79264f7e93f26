-- The rows of an array of pairs have one size.
-- ==
-- error: E0501

def f [n] [m] (a: [n]i32) (b: [m]i32) : i64 = length [(a, 1i32), (b, 2)]
