-- Slices as values of updates of slices, with strides on either side.
-- ==
-- entry: main
-- input { [1i32, 2, 3, 4, 5, 6] } output { [1i32, 1, 3, 3, 5, 5] [6i32, 2, 4, 4, 2, 6] }

-- ==
-- entry: columns
-- input { [[1i32, 2], [3, 4]] } output { [[2i32, 2], [4, 4]] [[1i32, 2], [1, 2]] }

-- ==
-- entry: rotated
-- input { [1i32, 2, 3] 1i64 } output { [2i32, 3, 1] }
-- input { [1i32, 2, 3] 0i64 } output { [1i32, 2, 3] }

entry main (xs: [6]i32) : ([6]i32, [6]i32) =
  (copy xs with [1::2] = copy xs[::2], copy xs with [0:6:2] = copy xs[5:-1:-2])
entry columns (a: [2][2]i32) : ([2][2]i32, [2][2]i32) =
  (copy a with [:, 0] = copy a[:, 1], copy a with [1] = copy a[0])
entry rotated [n] (xs: [n]i32) (k: i64) : [n]i32 =
  let m = n - k
  let ys = replicate n 0
  let ys[:m] = (xs[k:] :> [m]i32)
  let ys[m:] = (xs[:k] :> [n - m]i32)
  in ys
