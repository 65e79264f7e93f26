-- The message names the function and the parameter.
-- ==
-- error: argument 2 of `scaled` must be \[n\]

def scaled [n] (ks: [n]i32) (xs: [n]i32) : [n]i32 = map2 (*) ks xs

entry main [n] [m] (ks: [n]i32) (xs: [m]i32) : []i32 = scaled ks xs
