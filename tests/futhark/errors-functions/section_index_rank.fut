-- An index section with more indices than dimensions.
-- ==
-- error: error\[E0310\]: too many indices

def f (xss: [][]i32) : []i32 = map (.[0, 1]) xss
