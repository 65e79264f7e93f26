-- The size of a later array is needed before it is there.
-- ==
-- error: E0501

def g [n] (a: [n]i32) (f: [n]i32 -> i32) : i32 = f a

entry main (xs: []i32) : i32 = g [] (\a -> i32.sum (map2 (+) a (filter (> 0) xs)))
