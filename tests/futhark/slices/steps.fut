-- Slices with positive steps and every part left out or given.
-- ==
-- entry: main
-- input { [0i32, 1, 2, 3, 4, 5, 6] } output { [0i32, 2, 4, 6] [1i32, 3, 5] [0i32, 3] [2i32, 5] [0i32] }

-- ==
-- entry: computed
-- input { [0i32, 1, 2, 3, 4] 0i64 5i64 1i64 } output { [0i32, 1, 2, 3, 4] }
-- input { [0i32, 1, 2, 3, 4] 0i64 5i64 4i64 } output { [0i32, 4] }
-- input { [0i32, 1, 2, 3, 4] 0i64 4i64 4i64 } output { [0i32] }
-- input { [0i32, 1, 2, 3, 4] 1i64 5i64 3i64 } output { [1i32, 4] }
-- input { [0i32, 1, 2, 3, 4] 2i64 2i64 3i64 } output { empty([0]i32) }
-- input { [0i32, 1, 2, 3, 4] 0i64 5i64 100i64 } output { [0i32] }
-- input { [0i32, 1, 2, 3, 4] 0i64 5i64 0i64 } error: Index \[0:5:0\]

entry main (xs: [7]i32) : ([]i32, []i32, []i32, []i32, []i32) = (xs[::2], xs[1::2], xs[:6:3], xs[2:7:3], xs[::10])
entry computed (xs: []i32) (i: i64) (j: i64) (s: i64) : []i32 = xs[i:j:s]
