-- Scatters whose indices are quotients and remainders of one counter: blocks that were computed apart.
-- ==
-- entry: blocks
-- input { 2i64 2i64 } output { [[0i64, 1, 9, 9], [2, 3, 9, 9], [9, 9, 10, 11], [9, 9, 12, 13]] }
-- input { 1i64 3i64 } output { [[0i64, 1, 2], [3, 4, 5], [6, 7, 8]] }
-- input { 0i64 2i64 } output { empty([0][0]i64) }
-- input { 2i64 0i64 } output { empty([0][0]i64) }

-- ==
-- entry: of_eight
-- input { 2i64 } output { true }
-- input { 0i64 } output { true }

-- ==
-- entry: anti_diagonal
-- input { 2i64 4i64 } output { [[9i64, 9, 0, 1], [9, 9, 2, 3], [10, 11, 9, 9], [12, 13, 9, 9]] }
-- input { 3i64 4i64 } output { [[0i64, 1, 2, 9], [3, 4, 5, 9], [6, 7, 8, 9], [9, 9, 9, 9]] }
-- input { 4i64 0i64 } output { empty([0][0]i64) }
-- input { 0i64 4i64 } error: division by zero

-- ==
-- entry: anti_diagonals
-- input { 2i64 [[1i64, 0, 0, 2], [0, 0, 3, 0], [1, 0, 2, 0], [0, 1, 0, 0]] } output { true }
-- input { 1i64 [[1i64, 2, 3], [4, 5, 6], [7, 8, 9]] } output { true }
-- input { 2i64 [[1i64, 2, 3], [4, 5, 6], [7, 8, 9]] } output { true }
-- input { 4i64 [[1i64, 2, 3], [4, 5, 6], [7, 8, 9]] } output { true }
-- input { 2i64 empty([0][0]i64) } output { true }

-- ==
-- entry: beyond
-- input { 2i64 2i64 3i64 } output { [[0i64, 1, 9], [2, 3, 9], [9, 9, 10]] }
-- input { 2i64 2i64 1i64 } output { [[0i64]] }
-- input { 2i64 2i64 0i64 } output { empty([0][0]i64) }

-- ==
-- entry: flat
-- input { 2i64 3i64 } output { [9i64, 0, 10, 9, 1, 11, 9, 2, 12] }
-- input { 0i64 3i64 } output { [9i64, 9, 9] }
-- input { 2i64 0i64 } output { empty([0]i64) }

-- ==
-- entry: other_sizes
-- input { 2i64 2i64 } output { [[0i64, 1, 2, 9], [3, 10, 11, 9], [12, 13, 9, 9]] }

-- ==
-- entry: once_for_all
-- input { 2i64 2i64 } output { [1i64, 1] }
-- input { 0i64 2i64 } output { [0i64, 0] }

-- ==
-- entry: turned
-- input { 2i64 3i64 } output { [[0i64, 10], [1, 11], [2, 12]] }
-- input { 0i64 3i64 } output { empty([3][0]i64) }

-- What a loop makes of a number.
def made (first: i64) (n: i64) : *[n]i64 =
  loop xs = replicate n first for i < n do xs with [i] = first + i

def squares (k: i64) (b: i64) : [k][b][b]i64 =
  tabulate k (\p -> unflatten (made (10 * p) (b * b)))

entry blocks (k: i64) (b: i64) : [k * b][k * b]i64 =
  let place t =
    let (p, i, j) = (t / (b * b), t % (b * b) / b, t % b)
    in (p * b + i, p * b + j)
  in scatter_2d (replicate (k * b) (replicate (k * b) 9))
                (map place (iota (k * b * b)))
                (flatten (flatten (squares k b)))

-- The quotients are shifts.
entry of_eight (k: i64) : bool =
  let new = squares k 8
  let place t =
    let (p, i, j) = (t / 64, t / 8 % 8, t % 8)
    in (p * 8 + i, (k - 1 - p) * 8 + j)
  let cells =
    scatter_2d (replicate (k * 8) (replicate (k * 8) 9))
               (map place (iota (k * 8 * 8)))
               (flatten (flatten new))
  let right i j = if i / 8 + j / 8 == k - 1 then new[i / 8, i % 8, j % 8] else 9
  in and (flatten (tabulate_2d (k * 8)
                               (k * 8)
                               (\i j -> cells[i, j] == right i j)))

entry anti_diagonal (b: i64) (n: i64) : [n][n]i64 =
  let k = n / b
  let place t =
    let (p, i, j) = (t / (b * b), t % (b * b) / b, t % b)
    in (p * b + i, (k - 1 - p) * b + j)
  in scatter_2d (replicate n (replicate n 9))
                (map place (iota (k * b * b)))
                (flatten (flatten (squares k b)))

-- All anti-diagonals up to the longest one. A block needs what is above it.
entry anti_diagonals [n] (b: i64) (worth: [n][n]i64) : bool =
  let cells =
    loop cells = replicate n (replicate n (-1)) for k < n / b do
      let block p =
        let above = if p == 0 then 0 else cells[p * b - 1, (k - p) * b]
        in unflatten (made (above + worth[p * b, (k - p) * b]) (b * b))
      let place t =
        let (p, i, j) = (t / (b * b), t % (b * b) / b, t % b)
        in (p * b + i, (k - p) * b + j)
      in scatter_2d cells
                    (map place (iota ((k + 1) * b * b)))
                    (flatten (flatten (tabulate (k + 1) block)))
  let right i j =
    if i / b + j / b >= n / b
    then -1
    else
      let first =
        loop first = 0 for p < i / b + 1 do
          first + worth[p * b, j / b * b] + (if p > 0 then b * (b - 1) else 0)
      in first + i % b * b + j % b
  in and (flatten (tabulate_2d n n (\i j -> cells[i, j] == right i j)))

-- Some blocks may be outside.
entry beyond (k: i64) (b: i64) (n: i64) : [n][n]i64 =
  let place t =
    let (p, i, j) = (t / (b * b), t % (b * b) / b, t % b)
    in (p * b + i, p * b + j)
  in scatter_2d (replicate n (replicate n 9))
                (map place (iota (k * b * b)))
                (flatten (flatten (squares k b)))

entry flat (k: i64) (b: i64) : [(k + 1) * b]i64 =
  let rows = tabulate k (\p -> made (10 * p) b)
  let place t = t % b * (k + 1) + t / b + 1
  in scatter (replicate ((k + 1) * b) 9)
             (map place (iota (k * b)))
             (flatten rows)

-- The indices are those of larger blocks.
entry other_sizes (k: i64) (b: i64) : [k * b - 1][k * b]i64 =
  let c = b + 1
  let place t = (t / c, t % c)
  in scatter_2d (replicate (k * b - 1) (replicate (k * b) 9))
                (map place (iota (k * b * b)))
                (flatten (flatten (squares k b)))

-- All rows are written to one place; the last element wins in each, which are equal.
entry once_for_all (k: i64) (b: i64) : [b]i64 =
  let rows =
    tabulate k (\_ -> loop xs = replicate b 0 for i < b do xs with [i] = 1)
  in scatter (replicate b 0)
             (map (\t -> t % b + 0 * (t / b)) (iota (k * b)))
             (flatten rows)

entry turned (k: i64) (b: i64) : [b][k]i64 =
  let rows = tabulate k (\p -> made (10 * p) b)
  in scatter_2d (replicate b (replicate k 9))
                (map (\t -> (t % b, t / b)) (iota (k * b)))
                (flatten rows)
