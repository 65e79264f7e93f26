-- Neighbourhoods: maps that read around each position of a vector or a matrix.
-- ==
-- entry: smoothed
-- input { [0.0, 3.0, 0.0, 6.0] } output { [1.0, 1.0, 3.0, 4.0] }
-- input { [5.0] } output { [5.0] }
-- input { empty([0]f64) } output { empty([0]f64) }

-- ==
-- entry: laplacian
-- input { [[0, 0, 0], [0, 1, 0], [0, 0, 0]] } output { [[0, 1, 0], [1, -4, 1], [0, 1, 0]] }
-- input { [[7]] } output { [[0]] }

-- ==
-- entry: counted
-- input { [[true, true, false], [false, true, false], [false, false, false]] } output { [[2, 2, 2], [3, 2, 2], [1, 1, 1]] }
-- input { empty([0][0]bool) } output { empty([0][0]i32) }

-- ==
-- entry: heat
-- input { [0.0, 0.0, 16.0, 0.0, 0.0] 2 } output { [1.0, 4.0, 6.0, 4.0, 1.0] }
-- input { [1.0, 2.0] 0 } output { [1.0, 2.0] }

-- ==
-- entry: peaks
-- input { [1, 3, 2, 5, 5, 4, 9] } output { [1i64, 6] 9 }
-- input { [4] } output { [0i64] 4 }

entry smoothed [n] (xs: [n]f64) : [n]f64 =
  map3 (\l x r -> (l + x + r) / 3)
    (map (\i -> xs[i64.max 0 (i - 1)]) (iota n)) xs (map (\i -> xs[i64.min (n - 1) (i + 1)]) (iota n))

entry laplacian [n] [m] (a: [n][m]i32) : [n][m]i32 =
  let at i j = a[i64.max 0 (i64.min (n - 1) i), i64.max 0 (i64.min (m - 1) j)]
  in tabulate_2d n m (\i j -> at (i - 1) j + at (i + 1) j + at i (j - 1) + at i (j + 1) - 4 * a[i, j])

-- | Of each cell, how many of its eight neighbours are set.
entry counted [n] [m] (cells: [n][m]bool) : [n][m]i32 =
  let value i j = i32.bool (i >= 0 && i < n && j >= 0 && j < m && cells[i, j])
  let around i j =
    map (\(di, dj) -> value (i + di) (j + dj))
      [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
  in tabulate_2d n m (\i j -> i32.sum (around i j))

entry heat [n] (xs: [n]f64) (steps: i32) : [n]f64 =
  let step [n] (xs: [n]f64) = map (\i ->
    let left = if i == 0 then 0 else xs[i - 1]
    let right = if i == n - 1 then 0 else xs[i + 1]
    in (left + 2 * xs[i] + right) / 4) (iota n)
  in loop xs for _i < steps do step xs

entry peaks [n] (xs: [n]i32) =
  let higher i j = j < 0 || j >= n || xs[i] > xs[j]
  let at = filter (\i -> higher i (i - 1) && higher i (i + 1)) (iota n)
  in (at, i32.maximum (map (\i -> xs[i]) at))
