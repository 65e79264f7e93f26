-- An abbreviation's size parameter may be left open where it is used.
-- ==
-- entry: main
-- input { [1i32, 2i32] } output { 3i32 }

type vector [n] = [n]i32

def sum (xs: vector []) : i32 = i32.sum xs

entry main (xs: vector []) : i32 = sum xs
