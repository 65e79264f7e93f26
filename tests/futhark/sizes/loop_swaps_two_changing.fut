-- A loop that exchanges two arrays of different changing sizes.
-- ==
-- entry: main
-- input { [1i32, 2] [3i32] 0 } output { [1i32, 2] [3i32] }
-- input { [1i32, 2] [3i32] 1 } output { [3i32] [1i32, 2, 3] }
-- input { [1i32, 2] [3i32] 2 } output { [1i32, 2, 3] [3i32, 1, 2, 3] }
-- input { empty([0]i32) empty([0]i32) 2 } output { empty([0]i32) empty([0]i32) }

entry main (xs: []i32) (ys: []i32) (n: i32) : ([]i32, []i32) =
  loop (a, b) = (xs, ys) for _i < n do (b, a ++ b)
