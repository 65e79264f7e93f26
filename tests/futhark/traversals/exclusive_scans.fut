-- Inclusive and exclusive scans, with several operators.
-- ==
-- entry: main
-- input { [3i32, 1, 4] } output { [3i32, 4, 8] [0i32, 3, 4] [3i32, 3, 4] }
-- input { [5i32] } output { [5i32] [0i32] [5i32] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) empty([0]i32) }

-- ==
-- entry: logic
-- input { [true, false, true] } output { [true, false, false] [true, true, true] [true, true, false] }

entry main [n] (xs: [n]i32) : ([n]i32, [n]i32, [n]i32) =
  (scan (+) 0 xs, exscan (+) 0 xs, scan i32.max i32.lowest xs)
entry logic [n] (bs: [n]bool) : ([n]bool, [n]bool, [n]bool) =
  (scan (&&) true bs, scan (||) false bs, scan (!=) false bs)
