-- Evaluators check what `#[unsafe]` promises wrongly; compiled programs do not, so they do not run here.
-- ==
-- tags { no_c no_multicore no_opencl no_cuda }
-- entry: at
-- input { [1i32, 2] 1i64 } output { 2i32 }
-- input { [1i32, 2] 2i64 } error: Index \[2\] out of bounds

-- ==
-- entry: quotient
-- input { 7i32 2i32 } output { 3i32 }
-- input { 7i32 0i32 } error: division by zero

-- ==
-- entry: asserted
-- input { 1i32 } output { 1i32 }
-- input { -1i32 } error: x > 0

-- ==
-- entry: called
-- input { [1i32, 2] [1i64, 0] } output { [2i32, 1] }
-- input { [1i32, 2] [0i64, 2] } error: Index \[2\] out of bounds

entry at (xs: []i32) (i: i64) = #[unsafe] xs[i]

entry quotient (x: i32) (y: i32) = #[warn(safety_checks)] #[unsafe] (x / y)

entry asserted (x: i32) = #[unsafe] assert (x > 0) x

def get (xs: []i32) (i: i64) = xs[i]
entry called (xs: []i32) (is: []i64) = #[unsafe] map (get xs) is
