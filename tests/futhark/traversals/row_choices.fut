-- Functions mapped over rows that choose, build, or update whole rows, with their own loops and traversals.
-- ==
-- entry: alternating
-- input { [1, 2, 3] 4i64 } output { [[1, 2, 3], [3, 2, 1], [1, 2, 3], [3, 2, 1]] [6, 0, 6, 0] }
-- input { empty([0]i32) 2i64 } output { empty([2][0]i32) [0, 0] }
-- input { [5] 0i64 } output { empty([0][1]i32) empty([0]i32) }

-- ==
-- entry: picked
-- input { [[1, 2], [3, 4], [5, 6]] [2i64, 0, 2, 1] } output { [[5, 6], [1, 2], [5, 6], [3, 4]] [[6, 5], [2, 1], [6, 5], [4, 3]] }

-- ==
-- entry: written
-- input { 3i64 } output { [[9i64, 1, 2], [0, 9, 2], [0, 1, 9]] [[0i64, 0, 0], [1, 0, 0], [1, 2, 0]] }
-- input { 0i64 } output { empty([0][0]i64) empty([0][0]i64) }

-- ==
-- entry: best_rows
-- input { [[3, 1], [7, 0], [5, 9]] } output { [7, 0] [5, 9] }
-- input { [[3, 1]] } output { [3, 1] [3, 1] }

-- ==
-- entry: powers
-- input { [[1i64, 1], [1, 0]] 4i64 } output { [[[1i64, 1], [1, 0]], [[2, 1], [1, 1]], [[3, 2], [2, 1]], [[5, 3], [3, 2]]] }

-- ==
-- entry: mixed_state
-- input { [[1, 2], [3, 4], [5, 6]] } output { [9, 12] 3i64 6 }
-- input { empty([0][2]i32) } output { [0, 0] 0i64 -2147483648 }

-- ==
-- entry: filtered_rows
-- input { [[1, 5], [-1, 2], [0, 3]] [10, 20, 30] } output { [[1, 5], [0, 3]] [10, 30] 2i64 }
-- input { [[-1, 5]] [10] } output { empty([0][2]i32) empty([0]i32) 0i64 }

-- ==
-- entry: different_work
-- input { [0, 1, 5, 10] } output { [0, 1, 5, 6] [0, 1, 15, 55] [1, 1, 120, 3628800] }

entry alternating (xs: []i32) (n: i64) =
  let rows = map (\i -> if i % 2 == 0 then xs else reverse xs) (iota n)
  in (rows, map (\i -> if i % 2 == 0 then i32.sum xs else 0) (iota n))

entry picked (xss: [][]i32) (is: []i64) = (map (\i -> xss[i]) is, map (\i -> xss[i, ::-1]) is)

entry written (n: i64) =
  (map (\i -> iota n with [i] = 9) (iota n),
   map (\i -> loop row = replicate n 0 for j < i do row with [j] = j + 1) (iota n))

entry best_rows [n] [m] (xss: [n][m]i32) =
  let larger_first (a: [m]i32) (b: [m]i32) = if b[0] > a[0] then b else a
  let larger_sum (a: [m]i32) (b: [m]i32) = if i32.sum b > i32.sum a then b else a
  in (reduce larger_first xss[0] xss, reduce larger_sum xss[0] xss)

entry powers [n] (a: [n][n]i64) (k: i64) : [k][n][n]i64 =
  let multiply (a: [n][n]i64) (b: [n][n]i64) =
    map (\row -> map (\column -> i64.sum (map2 (*) row column)) (transpose b)) a
  let identity = tabulate_2d n n (\i j -> i64.bool (i == j))
  in scan multiply identity (replicate k a)

entry mixed_state [n] [m] (xss: [n][m]i32) =
  let join (a, k, x) (b, l, y) = (map2 (+) a b, k + l, i32.max x y)
  in reduce join (replicate m 0, 0i64, i32.lowest) (map (\xs -> (xs, 1, i32.maximum xs)) xss)

entry filtered_rows [n] [m] (xss: [n][m]i32) (ys: [n]i32) =
  let [k] (kept: [k]([m]i32, i32)) = filter (\(xs, _) -> all (>= 0) xs) (zip xss ys)
  let (rows, values) = unzip kept
  in (rows, values, k)

entry different_work (ns: []i32) =
  (map (\n -> loop x = n while x > 6 do if x % 2 == 0 then x / 2 + 1 else x - 1) ns,
   map (\n -> i32.sum (1..<n + 1)) ns,
   map (\n -> loop p = 1 for i < n do p * (i + 1)) ns)
