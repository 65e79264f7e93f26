-- `length xs` as a size, twice.
-- ==
-- entry: main
-- input { [5i32, 6i32, 7i32] } output { [0i64, 2i64, 4i64] }
-- input { empty([0]i32) } output { empty([0]i64) }

entry main (xs: []i32) : []i64 = map2 (+) (iota (length xs)) (iota (length xs))
