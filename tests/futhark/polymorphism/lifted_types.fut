-- Type parameters that may be functions or hide sizes, as of the pipe.
-- ==
-- entry: main
-- input { 5i32 } output { 6i32 2i64 }
-- input { 0i32 } output { 1i32 0i64 }

-- ==
-- entry: functions
-- input { 3i32 } output { 6i32 }
-- input { -3i32 } output { -6i32 }

-- ==
-- entry: unknown_sizes
-- input { [1i32, -2, 3] } output { 2i64 }
-- input { empty([0]i32) } output { 0i64 }

def pass '^a '^b (x: a) (f: a -> b) : b = f x
entry main (x: i32) : (i32, i64) =
  (pass x (+ 1), pass (filter (> 0) [x, x]) (\ys -> length ys))
entry functions (x: i32) : i32 = pass (* 2) (\(f: i32 -> i32) -> f) x
entry unknown_sizes (xs: []i32) : i64 = xs `pass` filter (> 0) `pass` length
