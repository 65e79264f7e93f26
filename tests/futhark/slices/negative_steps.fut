-- Slices with negative steps start at the last element and end before the one named, or with the first.
-- ==
-- entry: main
-- input { [0i32, 1, 2, 3, 4] } output { [4i32, 3, 2, 1, 0] [4i32, 2, 0] [2i32, 1, 0] [4i32, 3] [3i32, 1] }

-- ==
-- entry: computed
-- input { [0i32, 1, 2, 3, 4] 4i64 0i64 -1i64 } output { [4i32, 3, 2, 1] }
-- input { [0i32, 1, 2, 3, 4] 4i64 -1i64 -1i64 } output { [4i32, 3, 2, 1, 0] }
-- input { [0i32, 1, 2, 3, 4] 3i64 0i64 -2i64 } output { [3i32, 1] }
-- input { [0i32, 1, 2, 3, 4] 0i64 -1i64 -3i64 } output { [0i32] }
-- input { [0i32, 1, 2, 3, 4] 2i64 2i64 -1i64 } output { empty([0]i32) }
-- input { [0i32, 1, 2, 3, 4] 5i64 0i64 -1i64 } error: [Oo]ut of bounds
-- input { [0i32, 1, 2, 3, 4] 0i64 3i64 -1i64 } error: [Oo]ut of bounds

-- ==
-- entry: nothing
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) }
-- input { [7i32] } output { [7i32] [7i32] }

entry main (xs: [5]i32) : ([]i32, []i32, []i32, []i32, []i32) =
  (xs[::-1], xs[::-2], xs[2::-1], xs[:2:-1], xs[3:0:-2])
entry computed (xs: []i32) (i: i64) (j: i64) (s: i64) : []i32 = xs[i:j:s]
entry nothing [n] (xs: [n]i32) : ([n]i32, []i32) = (xs[::-1], xs[::-5])
