-- A function may be handed on to where its type says that it consumes.
-- ==
-- entry: main
-- input { [3, 4] } output { [0, 4] }

def app [n] (f: *[n]i32 -> *[n]i32) (xs: *[n]i32) : [n]i32 = f xs

def clear [n] (xs: *[n]i32) : *[n]i32 = xs with [0] = 0

entry main [n] (xs: *[n]i32) : [n]i32 = app clear xs
