-- A result has the length of a parameter that is an array: who calls puts the argument.
-- ==
-- entry: main
-- input { [5i32, 6i32, 7i32] } output { [0i64, 2i64, 4i64] }

def positions (xs: []i32) = iota (length xs)

entry main (xs: []i32) : []i64 = map2 (+) (positions xs) (iota (length xs))
