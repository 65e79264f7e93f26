-- With a stride, an end just before the start is an empty slice.
-- ==
-- entry: main
-- input { [1i64] 1i64 0i64 } output { empty([0]i64) }
-- input { [1i64, 2i64, 3i64] 2i64 1i64 } output { empty([0]i64) }
-- input { [1i64, 2i64, 3i64] 3i64 0i64 } error: out of bounds
-- input { [1i64, 2i64, 3i64] 0i64 3i64 } output { [1i64, 3i64] }

entry main (xs: []i64) (i: i64) (j: i64) : []i64 = xs[i:j:2]
