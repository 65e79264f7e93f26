-- A slice of an array is written to itself, by a copy.
-- ==
-- entry: main
-- input { [1i32,2,3] } output { [3i32, 2, 1] }

entry main (xs: *[]i32) : *[]i32 = xs with [0:3] = copy xs[::-1]
