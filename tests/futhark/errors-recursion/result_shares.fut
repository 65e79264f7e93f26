-- A recursive function's result is not fresh when it is its parameter.
-- ==
-- error: E0403

def f [n] (k: i64) (xs: [n]i32) : *[n]i32 = if k == 0 then xs else f (k - 1) xs
