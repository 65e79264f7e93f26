-- A constant of the program as a size.
-- ==
-- entry: main
-- input { [1i32, 2i32, 3i32] } output { [2i32, 4i32, 6i32] }

def count : i64 = 3

def double (xs: [count]i32) : [count]i32 = map2 (+) xs xs

entry main (xs: [3]i32) : [count]i32 = double xs
