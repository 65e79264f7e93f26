-- Views and updates with strides that reach far, of nothing, over each other, and of what is changed afterwards.

-- ==
-- entry: many
-- input { [7i32, 8] 1i64 3i64 0i64 } output { [[8i32, 8], [8, 8], [8, 8]] }
-- input { [7i32, 8] 0i64 3i64 9223372036854775807i64 } error: out of bounds
-- input { [7i32, 8] 0i64 3i64 -9223372036854775808i64 } error: out of bounds
-- input { [7i32, 8] 0i64 1i64 -9223372036854775808i64 } output { [[7i32, 7]] }
-- input { [7i32, 8] 9223372036854775807i64 2i64 1i64 } error: out of bounds
-- input { [7i32, 8] -1i64 2i64 1i64 } error: out of bounds
-- input { [7i32, 8] 99i64 0i64 99i64 } output { empty([0][2]i32) }
-- input { [7i32, 8] 0i64 -1i64 1i64 } error: -1
-- input { empty([0]i32) 0i64 1i64 0i64 } error: out of bounds
-- input { empty([0]i32) 5i64 0i64 1i64 } output { empty([0][2]i32) }

-- ==
-- entry: changed_window
-- input { [1i32, 2, 3, 4] } output { [[1i32, 9], [2, 3], [3, 4]] }

-- ==
-- entry: changed_after
-- input { [1i32, 2, 3, 4] } output { 6i32 [0i32, 2, 3, 4] }

-- ==
-- entry: turned_and_changed
-- input { [1i32, 2, 3, 4] } output { [[1i32, 2, 3], [9, 3, 4]] }

-- ==
-- entry: grown
-- input { [1i32, 2, 3] 0i64 } output { [[1i32, 2], [7, 3]] }
-- input { [1i32, 2, 3] 1i64 } output { [[2i32, 2], [7, 3]] }
-- input { [1i32, 2, 3] 3i64 } output { [[2i32, 2], [7, 3]] }

-- ==
-- entry: all_to_one
-- input { [1i32, 2, 3] } output { [1i32, 5, 3] }

-- ==
-- entry: backwards
-- input { [1i32, 2, 3] [4i32, 5, 6] } output { [6i32, 5, 4] }
-- input { empty([0]i32) empty([0]i32) } output { empty([0]i32) }
-- input { [1i32] [4i32, 5] } error: out of bounds

-- ==
-- entry: window_of_windows
-- input { [1i32, 2, 3, 4, 5] } output { [[[2i32, 3], [3, 4]], [[3, 4], [4, 5]]] }

-- ==
-- entry: middle
-- input { [1i32, 2, 3, 4, 5] 1i64 } output { [3i32, 4] [2i32, 3, 4] 4i32 }

-- ==
-- entry: onto_itself
-- input { [1i32, 2, 3, 4] } output { [1i32, 1, 2, 3] }

-- ==
-- entry: in_each
-- input { [[1i32, 2, 3], [4, 5, 6]] } output { [[3i32, 5], [9, 11]] [[0i32, 2, 0], [0, 5, 0]] }
-- input { empty([0][3]i32) } output { empty([0][2]i32) empty([0][3]i32) }

entry many (xs: []i32) (o: i64) (n: i64) (s: i64) : [][]i32 = intrinsics.flat_index_2d xs o n s 2 0

-- The windows overlap: a window that is changed is no longer part of the array.
entry changed_window (xs: *[4]i32) : [3][2]i32 =
  (intrinsics.flat_index_2d xs 0 3 1 2 1) with [0, 1] = 9

entry changed_after (xs: *[4]i32) : (i32, [4]i32) =
  let sum = i32.sum (flatten (intrinsics.flat_index_2d xs 0 2 1 2 0))
  in (sum, xs with [0] = 0)

entry turned_and_changed (xs: [4]i32) : [2][3]i32 =
  (transpose (copy (intrinsics.flat_index_2d xs 0 3 1 2 1))) with [1, 0] = 9

-- A loop that may yield a view which overlaps, and the update after it.
entry grown (xs: *[3]i32) (k: i64) : [2][2]i32 =
  let w =
    loop v = intrinsics.flat_index_2d xs 0 2 1 2 1 for _i < k do
      let v = (copy v) with [0, 0] = 0
      in intrinsics.flat_index_2d (flatten v) 1 2 1 2 1
  in w with [1, 0] = 7

entry all_to_one (xs: *[3]i32) : [3]i32 = intrinsics.flat_update_2d xs 1 0 0 [[2, 3], [4, 5]]

entry backwards [n] [k] (xs: *[n]i32) (vs: [k]i32) : [n]i32 = intrinsics.flat_update_1d xs (n - 1) (-1) vs

entry window_of_windows (xs: [5]i32) : [2][2][2]i32 =
  let v = intrinsics.flat_index_2d xs 1 3 1 2 1
  in intrinsics.flat_index_2d v 0 2 1 2 1

entry middle (xs: [5]i32) (i: i64) : ([2]i32, [3]i32, i32) =
  let v = intrinsics.flat_index_2d xs 1 3 1 2 1
  in (v[i], v[:, 0], v[i, i])

entry onto_itself (xs: *[4]i32) : [4]i32 =
  let head = copy xs[:3]
  in intrinsics.flat_update_1d xs 1 1 head

entry in_each [n] (xss: [n][3]i32) : ([n][2]i32, [n][3]i32) =
  (map (\xs -> map i32.sum (intrinsics.flat_index_2d xs 0 2 1 2 1)) xss,
   map (\xs -> intrinsics.flat_update_2d (replicate 3 0) 1 1 1 [[xs[1]]]) xss)
