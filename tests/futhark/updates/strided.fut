-- Updates of slices with strides in both directions.
-- ==
-- entry: main
-- input { [1i32, 2, 3, 4, 5] } output { [0i32, 2, 0, 4, 0] [1i32, 9, 3, 8, 5] }
-- input { [1i32, 2, 3, 4, 6] } output { [0i32, 2, 0, 4, 0] [1i32, 9, 3, 8, 6] }

-- ==
-- entry: backwards
-- input { [1i32, 2, 3] [7i32, 8, 9] } output { [9i32, 8, 7] [9i32, 2, 7] }

-- ==
-- entry: nothing
-- input { [1i32, 2, 3] } output { [1i32, 2, 3] }
-- input { empty([0]i32) } output { empty([0]i32) }

entry main (xs: [5]i32) : ([5]i32, [5]i32) =
  (copy xs with [0:5:2] = [0, 0, 0], copy xs with [1:4:2] = [9, 8])
entry backwards (xs: [3]i32) (ys: [3]i32) : ([3]i32, [3]i32) =
  (copy xs with [::-1] = ys, copy xs with [::-2] = [ys[0], ys[2]])
entry nothing [n] (xs: *[n]i32) : [n]i32 = xs with [n:n] = []
