-- ==
-- error: `xs` may not be consumed

def app [n] (f: *[n]i32 -> i32) (xs: [n]i32) : i32 = f xs

entry main [n] (xs: [n]i32) : i32 = app (\a -> a[0]) xs
