-- `map2` gets a function of a pair.
-- ==
-- error: error\[E0301\]: expected i32, found \(_, _\)

def f (xs: []i32) : []i32 = map2 (\(x, y) -> x + y) xs xs
