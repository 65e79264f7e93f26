-- What goes into a slice is compared when the program runs.
-- ==
-- entry: main
-- input { [1i32, 2i32, 3i32] [8i32, 9i32] } output { [1i32, 8i32, 9i32] }
-- input { [1i32, 2i32, 3i32] [8i32] } error: 

entry main [n] [m] (xs: *[n]i32) (ys: [m]i32) : [n]i32 = xs with [1:3] = ys
