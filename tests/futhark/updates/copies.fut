-- Copies keep the old array as it was, whatever becomes of the other.
-- ==
-- entry: main
-- input { [1i32, 2, 3] } output { [1i32, 2, 3] [0i32, 2, 3] [1i32, 2, 0] }

-- ==
-- entry: rows
-- input { [[1i32, 2], [3, 4]] } output { [[1i32, 2], [3, 4]] [0i32, 2] }

-- ==
-- entry: aliases
-- input { [5i32, 6] } output { [6i32, 5] [6i32, 0] }

entry main (xs: [3]i32) : ([3]i32, [3]i32, [3]i32) =
  let a = copy xs
  let a[0] = 0
  let b = copy xs
  let b[2] = 0
  in (xs, a, b)
entry rows (a: [2][2]i32) : ([2][2]i32, [2]i32) =
  let r = copy a[0]
  let r[0] = 0
  in (a, r)
entry aliases (xs: [2]i32) : ([2]i32, [2]i32) =
  let ys = reverse xs
  let zs = copy ys with [1] = 0
  in (ys, zs)
