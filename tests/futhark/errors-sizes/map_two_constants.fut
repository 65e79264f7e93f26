-- `map2` of two constant sizes.
-- ==
-- error: error\[E0501\]: expected size 2, found 3

def f : []i32 = map2 (+) [1, 2] [1, 2, 3]
