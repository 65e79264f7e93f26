-- Loops that put rows of an array into slices of another one, one after the other.
-- ==
-- entry: diagonal
-- input { 2i64 2i64 } output { [[0i64, 1, 9, 9], [2, 3, 9, 9], [9, 9, 10, 11], [9, 9, 12, 13]] }
-- input { 1i64 3i64 } output { [[0i64, 1, 2], [3, 4, 5], [6, 7, 8]] }
-- input { 3i64 1i64 } output { [[0i64, 9, 9], [9, 10, 9], [9, 9, 20]] }
-- input { 0i64 2i64 } output { empty([0][0]i64) }
-- input { 2i64 0i64 } output { empty([0][0]i64) }

-- ==
-- entry: overlapping
-- input { 3i64 2i64 } output { [0i64, 10, 20, 21] }
-- input { 3i64 3i64 } output { [0i64, 10, 20, 21, 22] }
-- input { 4i64 1i64 } output { [0i64, 10, 20, 30] }
-- input { 1i64 2i64 } output { [0i64, 1] }

-- ==
-- entry: at_one_place
-- input { 3i64 2i64 } output { [20i64, 21, 9] }
-- input { 0i64 2i64 } output { [9i64, 9, 9] }
-- input { 1i64 0i64 } output { [9i64] }

-- ==
-- entry: anywhere
-- input { 2i64 2i64 2i64 5i64 } output { [0i64, 1, 10, 11, 9] }
-- input { 2i64 2i64 1i64 5i64 } output { [0i64, 10, 11, 9, 9] }
-- input { 2i64 2i64 -1i64 5i64 } error: out of bounds
-- input { 3i64 2i64 2i64 5i64 } error: Index \[4:6\] out of bounds for array of shape \[5\]
-- input { 2i64 3i64 0i64 2i64 } error: out of bounds
-- input { 0i64 3i64 7i64 2i64 } output { [9i64, 9] }

-- ==
-- entry: far
-- input { 2i64 4611686018427387904i64 } error: out of bounds
-- input { 5i64 4611686018427387904i64 } error: out of bounds
-- input { 1i64 4611686018427387904i64 } output { [0i64, 1, 9, 9] }

-- ==
-- entry: backwards
-- input { 3i64 2i64 } output { [20i64, 21, 10, 11, 0, 1] }
-- input { 0i64 2i64 } output { empty([0]i64) }

-- ==
-- entry: some
-- input { 2i64 [[1i64, 2], [3, 4], [5, 6]] } output { [[9i64, 9], [3, 4], [5, 6]] }
-- input { 0i64 [[1i64, 2], [3, 4], [5, 6]] } output { [[9i64, 9], [9, 9], [9, 9]] }
-- input { -1i64 [[1i64, 2], [3, 4], [5, 6]] } output { [[9i64, 9], [9, 9], [9, 9]] }
-- input { 3i64 [[1i64, 2], [3, 4], [5, 6]] } error: Index \[3\] out of bounds
-- input { 0i64 empty([0][2]i64) } output { empty([0][2]i64) }

-- ==
-- entry: columns
-- input { [[1i64, 2, 3], [4, 5, 6]] } output { [[1i64, 4], [2, 5], [3, 6]] }
-- input { empty([0][2]i64) } output { empty([2][0]i64) }

-- ==
-- entry: one_row
-- input { 1i64 3i64 } output { [[9i64, 9, 9], [0, 1, 2]] }
-- input { 7i64 0i64 } output { empty([2][0]i64) }
-- input { 2i64 1i64 } error: out of bounds

-- ==
-- entry: by_elements
-- input { [[[1i64, 2], [3, 4]], [[5, 6], [7, 8]]] } output { [[1i64, 2, 0, 0], [3, 4, 0, 0], [0, 0, 5, 6], [0, 0, 7, 8]] }
-- input { empty([0][1][1]i64) } output { empty([0][0]i64) }

-- ==
-- entry: two
-- input { 2i64 2i64 } output { [0i64, 1, 10, 11] [true, false, true, false] }
-- input { 0i64 2i64 } output { empty([0]i64) empty([0]bool) }

-- ==
-- entry: not_alone
-- input { 3i64 2i64 } output { [0i64, 1, 11, 12, 22, 23] }

-- ==
-- entry: swapped
-- input { 2i64 2i64 } output { [0i64, 1, 10, 11] [0i64, 1, 10, 11] }

-- ==
-- entry: of_itself
-- input { 3i64 2i64 } output { [[0i64, 1], [0, 1], [0, 1]] }

-- What a loop makes of a number.
def made (first: i64) (n: i64) : *[n]i64 =
  loop xs = replicate n first for i < n do xs with [i] = first + i

entry diagonal (k: i64) (b: i64) : [k * b][k * b]i64 =
  let new = tabulate k (\p -> unflatten (made (10 * p) (b * b)))
  in loop cells = replicate (k * b) (replicate (k * b) 9) for p < k do
       cells with [p * b:p * b + b, p * b:p * b + b] = new[p]

entry overlapping (k: i64) (b: i64) : [k + b - 1]i64 =
  let new = tabulate k (\p -> made (10 * p) b)
  in loop cells = replicate (k + b - 1) 9 for p < k do
       cells with [p:p + b] = new[p]

entry at_one_place (k: i64) (b: i64) : [b + 1]i64 =
  let new = tabulate k (\p -> made (10 * p) b)
  in loop cells = replicate (b + 1) 9 for p < k do cells with [0:b] = new[p]

entry anywhere (k: i64) (b: i64) (step: i64) (n: i64) : [n]i64 =
  let new = tabulate k (\p -> made (10 * p) b)
  in loop cells = replicate n 9 for p < k do
       cells with [p * step:p * step + b] = new[p]

-- The product is 0 again after four steps.
entry far (k: i64) (step: i64) : [4]i64 =
  let new = tabulate k (\p -> made (10 * p) 2)
  in loop cells = replicate 4 9 for p < k do
       cells with [p * step:p * step + 2] = new[p]

entry backwards (k: i64) (b: i64) : [k * b]i64 =
  let new = tabulate k (\p -> made (10 * p) b)
  in loop cells = replicate (k * b) 9 for p < k do
       cells with [p * b:p * b + b] = new[k - 1 - p]

entry some [n][m] (k: i64) (rows: [n][m]i64) : [n][m]i64 =
  loop cells = replicate n (replicate m 9) for p < k do
    cells with [p + 1] = rows[p + 1]

entry columns [n][m] (rows: [n][m]i64) : [m][n]i64 =
  loop cells = replicate m (replicate n 9) for p < n do
    cells with [:, p] = rows[p]

entry one_row (at: i64) (k: i64) : [2][k]i64 =
  let new = made 0 k
  in loop cells = replicate 2 (replicate k 9) for p < k do
       cells with [at, p] = new[p]

entry by_elements [k][b] (blocks: [k][b][b]i64) : [k * b][k * b]i64 =
  loop cells = replicate (k * b) (replicate (k * b) 0) for p < k do
    loop cells for i < b do
      loop cells for j < b do
        cells with [p * b + i, p * b + j] = blocks[p, i, j]

entry two (k: i64) (b: i64) : ([k * b]i64, [k * b]bool) =
  let new =
    tabulate k (\p -> map (\x -> (x, x % 3 < 2 && x != 1)) (made (10 * p) b))
  in unzip (loop cells = replicate (k * b) (9, false) for p < k do
              cells with [p * b:p * b + b] = copy new[p])

-- A row is added to what the last one has put there.
entry not_alone (k: i64) (b: i64) : [k * b]i64 =
  let new = tabulate k (\p -> made (10 * p) b)
  in loop cells = replicate (k * b) 0 for p < k do
       let last = if p == 0 then 0 else cells[p * b - 1]
       in cells
            with [p * b:p * b + b] =
              map (\x -> if last == 0 then x else x + p) new[p]

entry swapped (k: i64) (b: i64) : ([k * b]i64, [k * b]i64) =
  let new = tabulate k (\p -> made (10 * p) b)
  let (xs, ys) =
    loop (xs, ys) = (replicate (k * b) 0, replicate (k * b) 0) for p < 2 * k do
      (ys with [p / 2 * b:p / 2 * b + b] = new[p / 2], xs)
  in (xs, ys)

-- Each row is the one before.
entry of_itself (k: i64) (b: i64) : [k][b]i64 =
  let new = tabulate k (\p -> made (10 * p) b)
  in loop cells = copy new for p < k - 1 do
       let row = copy cells[p]
       in cells with [p + 1] = row
