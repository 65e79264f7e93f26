-- An index section with more indices than dimensions.
-- ==
-- error: error\[E0310\]: this is not an array of enough dimensions

def f (xss: [][]i32) : []i32 = map (.[0, 1]) xss
