-- `map` gets a function of two arguments, and gives functions where numbers are promised.
-- ==
-- error: error\[E0301\]: expected i32 -> i32, found i32 -> i32 -> i32

def f (xs: []i32) : []i32 = map (\x y -> x + y) xs
