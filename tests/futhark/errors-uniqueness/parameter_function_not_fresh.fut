-- ==
-- error: may share memory with its argument

def app [n] (f: [n]i32 -> *[n]i32) (xs: [n]i32) : *[n]i32 = f xs with [0] = 1

entry main [n] (xs: [n]i32) : [n]i32 = app (\ys -> ys) xs
