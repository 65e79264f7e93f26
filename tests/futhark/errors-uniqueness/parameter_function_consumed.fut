-- ==
-- error: `xs` is used after it was consumed

def app [n] (f: *[n]i32 -> i32) (xs: *[n]i32) : i32 = f xs + xs[0]

entry main [n] (xs: *[n]i32) : i32 = app (\a -> a[0]) xs
