-- Sizes as values: parameters, binders, coercions and what fails when they do not hold.
-- ==
-- entry: measured
-- input { [[1, 2, 3], [4, 5, 6]] } output { 2i64 3i64 6i64 [3i64, 3] }
-- input { empty([0][3]i32) } output { 0i64 3i64 0i64 empty([0]i64) }

-- ==
-- entry: bound
-- input { [1, -2, 3] } output { [0i64, 1] 2i64 [1, 3] }
-- input { [-1] } output { empty([0]i64) 0i64 empty([0]i32) }

-- ==
-- entry: coerced
-- input { [1, 2, 3] [4, 5, 6] } output { [5, 7, 9] }
-- input { [1, 2] [4, 5, 6] } error: .
-- input { empty([0]i32) empty([0]i32) } output { empty([0]i32) }

-- ==
-- entry: sized_to
-- input { [1, 2, 3, 4] 4i64 } output { [1, 2, 3, 4] }
-- input { [1, 2, 3, 4] 3i64 } error: .

-- ==
-- entry: chunks
-- input { [1, 2, 3, 4, 5, 6] 2i64 } output { [[1, 2], [3, 4], [5, 6]] [3, 7, 11] }
-- input { [1, 2, 3, 4, 5, 6] 6i64 } output { [[1, 2, 3, 4, 5, 6]] [21] }
-- input { [1, 2, 3, 4, 5, 6] 4i64 } error: .

-- ==
-- entry: padded
-- input { [1, 2, 3] 4i64 } output { [[1, 2, 3, 0]] 4i64 }
-- input { [1, 2, 3] 2i64 } output { [[1, 2], [3, 0]] 4i64 }
-- input { empty([0]i32) 2i64 } output { empty([0][2]i32) 0i64 }

-- ==
-- entry: same_sizes
-- input { [1, 2] [3, 4] } output { [[1, 2], [3, 4]] 10 }
-- input { empty([0]i32) empty([0]i32) } output { empty([2][0]i32) 0 }

def count [n] 't (_: [n]t) = n
def row_length [n] [m] 't (_: [n][m]t) = m

entry measured (xss: [][]i32) = (count xss, row_length xss, length (flatten xss), map count xss)

entry bound (xs: []i32) =
  let [k] (kept: [k]i32) = filter (> 0) xs
  in (iota k, k, kept)

entry coerced [n] [m] (xs: [n]i32) (ys: [m]i32) = map2 (+) xs (ys :> [n]i32)
entry sized_to [n] (xs: [n]i32) (k: i64) = sized k xs

entry chunks [n] (xs: [n]i32) (k: i64) =
  let rows = unflatten (xs :> [(n / k) * k]i32)
  in (rows, map i32.sum rows)

entry padded [n] (xs: [n]i32) (k: i64) =
  let rows = (n + k - 1) / k
  let missing = rows * k - n
  let all = xs ++ replicate missing 0 :> [rows * k]i32
  in (unflatten all, length all)

entry same_sizes [n] (xs: [n]i32) (ys: [n]i32) =
  let both = [xs, ys]
  in (both, i32.sum (flatten both))
