-- `length xs` in a parameter's type is not the size of another array.
-- ==
-- error: E0501.*expected size length xs, found n

def f (xs: []i32) (ys: [length xs]i32) : i64 = length ys

entry main [n] (xs: [n]i32) : i64 = f xs (copy xs)
