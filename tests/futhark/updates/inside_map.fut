-- Sequential loops with in-place updates inside of parallel maps: rows sorted, Pascal's rows, histograms per row,
-- scatters per row, and sieves of different bounds with a common size.
-- ==
-- entry: sort_rows
-- input { [[3i32, 1, 2], [9, 8, 7], [1, 1, 0]] } output { [[1i32, 2, 3], [7, 8, 9], [0, 1, 1]] }
-- input { empty([0][2]i32) } output { empty([0][2]i32) }
-- input { empty([2][0]i32) } output { empty([2][0]i32) }
-- input { [[5i32]] } output { [[5i32]] }

-- ==
-- entry: histograms
-- input { [[0i64, 1, 1], [2, 2, 5]] 3i64 } output { [[1i32, 2, 0], [0, 0, 2]] [[1i32, 2, 0], [0, 0, 2]] }
-- input { [[0i64]] 1i64 } output { [[1i32]] [[1i32]] }

-- ==
-- entry: inverses
-- input { [[1i64, 0, 2], [2, 0, 1]] } output { [[1i64, 0, 2], [1, 2, 0]] }

-- ==
-- entry: totients
-- input { 10i64 } output { [0i64, 1, 1, 2, 2, 4, 2, 6, 4, 6] }
-- input { 1i64 } output { [0i64] }

-- ==
-- entry: kept_outer
-- input { [[1i32, 2], [3, 4]] } output { [[[9i32, 2], [1, 9]], [[9, 4], [3, 9]]] [[1i32, 2], [3, 4]] }

-- ==
-- entry: reduced_rows
-- input { [[1i32, 5], [7, 2], [3, 3]] } output { [7i32, 5] [[1i32, 5], [8, 7], [11, 10]] }
-- input { empty([0][2]i32) } output { [-2147483648i32, -2147483648] empty([0][2]i32) }

def insertion [n] (xs: *[n]i32) : *[n]i32 =
  loop xs for i < n do
    let (xs, _) =
      loop (xs, j) = (xs, i)
      while j > 0 && xs[j - 1] > xs[j] do
        let (a, b) = (xs[j - 1], xs[j])
        let xs[j - 1] = b
        let xs[j] = a
        in (xs, j - 1)
    in xs

entry sort_rows [n][m] (rows: [n][m]i32) : [n][m]i32 = map (\row -> insertion (copy row)) rows

entry histograms [n][m] (rows: [n][m]i64) (k: i64) : ([n][k]i32, [n][k]i32) =
  let by_hist row = hist (+) 0 k row (replicate m 1)
  let by_loop (row: [m]i64) =
    loop bins = replicate k 0 for b in row do
      if b >= 0 && b < k then bins with [b] = bins[b] + 1 else bins
  in (map by_hist rows, map by_loop rows)

entry inverses [n][m] (rows: [n][m]i64) : [n][m]i64 =
  map (\row -> scatter (replicate m 0) row (iota m)) rows

-- Euler's function of each number below n, each with a sieve of its own.
entry totients (n: i64) : [n]i64 =
  let totient k =
    let marks =
      loop marks = replicate n true for d in 2...i64.max 2 k do
        if k % d == 0
        then loop marks for j < (n - 1) / d + 1 do marks with [j * d] = false
        else marks
    in i64.sum (map (\i -> i64.bool (marks[i] && i >= 1 && i <= k)) (iota n))
  in map totient (iota n)

entry kept_outer [n][m] (rows: [n][m]i32) : ([n][m][m]i32, [n][m]i32) =
  (map (\row -> map (\j -> copy row with [j] = 9) (iota m)) rows, rows)

entry reduced_rows [n][m] (rows: [n][m]i32) : ([m]i32, [n][m]i32) =
  ( reduce (map2 i32.max) (replicate m i32.lowest) rows
  , scan (map2 (+)) (replicate m 0) rows
  )
