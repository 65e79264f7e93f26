-- Arrays in tuples and records are consumed one by one.
-- ==
-- entry: main
-- input { [1i32, 2] [3i32, 4] } output { [9i32, 2] [3i32, 8] }

-- ==
-- entry: record
-- input { [1i32, 2] } output { [7i32, 2] 2i64 }
-- input { [5i32] } output { [7i32] 1i64 }

-- ==
-- entry: swapped
-- input { [1i32] [2i32] } output { [12i32] [11i32] }

entry main (a: *[2]i32) (b: *[2]i32) : ([2]i32, [2]i32) =
  let (x, y) = (a, b)
  let x[0] = 9
  let y[1] = 8
  in (x, y)
entry record [n] (xs: *[n]i32) : ([n]i32, i64) =
  let r = {xs, n}
  let ys = r.xs with [0] = 7
  in (ys, r.n)
def step [n] [m] (a: *[n]i32, b: *[m]i32) : (*[m]i32, *[n]i32) =
  (b with [0] = b[0] + 10, a with [0] = a[0] + 10)
entry swapped [n] [m] (a: *[n]i32) (b: *[m]i32) : ([m]i32, [n]i32) = step (a, b)
