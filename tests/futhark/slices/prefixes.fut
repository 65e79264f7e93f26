-- Slices without steps: from the front, to the end, in the middle, empty ones, and the whole.
-- ==
-- entry: main
-- input { [1i32, 2, 3, 4, 5] } output { [1i32, 2] [3i32, 4, 5] [2i32, 3, 4] [1i32, 2, 3, 4, 5] }
-- input { [1i32, 2, 3, 4, 9] } output { [1i32, 2] [3i32, 4, 9] [2i32, 3, 4] [1i32, 2, 3, 4, 9] }

-- ==
-- entry: emptied
-- input { [1i32, 2, 3] } output { empty([0]i32) empty([0]i32) empty([0]i32) }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) empty([0]i32) }

-- ==
-- entry: computed
-- input { [1i32, 2, 3, 4] 1i64 2i64 } output { [2i32, 3] }
-- input { [1i32, 2, 3, 4] 4i64 0i64 } output { empty([0]i32) }
-- input { [1i32, 2, 3, 4] 3i64 2i64 } error: [Oo]ut of bounds

entry main (xs: [5]i32) : ([]i32, []i32, []i32, []i32) = (xs[:2], xs[2:], xs[1:4], xs[:])
entry emptied [n] (xs: [n]i32) : ([]i32, []i32, []i32) = (xs[0:0], xs[n:], xs[:n - n])
entry computed (xs: []i32) (i: i64) (k: i64) : []i32 = xs[i:i + k]
