-- Updates of single elements, with `with` and with `let`, in chains.
-- ==
-- entry: main
-- input { [1i32, 2, 3] } output { [9i32, 2, 3] [9i32, 8, 3] }
-- input { [1i32, 2] } output { [9i32, 2] [9i32, 8] }

-- ==
-- entry: swapped
-- input { [1i32, 2, 3] 0i64 2i64 } output { [3i32, 2, 1] }
-- input { [1i32, 2, 3] 1i64 1i64 } output { [1i32, 2, 3] }

-- ==
-- entry: matrix
-- input { [[1i32, 2], [3, 4]] } output { [[1i32, 7], [5, 4]] }

entry main [n] (xs: [n]i32) : ([n]i32, [n]i32) =
  let a = copy xs with [0] = 9
  let b = copy a with [1] = 8
  in (a, b)
entry swapped [n] (xs: *[n]i32) (i: i64) (j: i64) : [n]i32 =
  let t = xs[i]
  let xs[i] = xs[j]
  let xs[j] = t
  in xs
entry matrix (a: *[2][2]i32) : [2][2]i32 = a with [0, 1] = 7 with [1, 0] = 5
