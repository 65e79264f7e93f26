-- In debug mode operators of reductions, scans and histograms must be associative, and their neutral elements neutral.
-- ==
-- tags { debug }
-- entry: sub
-- input { [1.0, 2.0, 3.0] } error: the neutral element of this reduction is not neutral: 0 op 1 is -1(.|\n)*operators.fut:\d+:25-39
-- input { [0.0, 0.0] } output { 0.0 }
-- input { empty([0]f64) } output { 0.0 }

-- ==
-- entry: mean
-- input { [8.0, 4.0, 2.0] } error: is not associative: for a = 8, b = 4 and c = 2, \(a op b\) op c is 4, but a op \(b op c\) is 5.5

-- ==
-- entry: add
-- input { [1e300, 1.0, -1e300, 1e-300] } output { 1e-300 }
-- input { [1.7e308, 1.7e308, -1.7e308, 0.1] } output { f64.inf }
-- input { [f64.nan, 1.0] } output { f64.nan }

-- ==
-- entry: add_millions
-- input { 20000i64 } output { true }

-- ==
-- entry: smallest
-- input { [3.0, 1.0, 2.0] } output { 1.0 2i64 }

-- ==
-- entry: from_one
-- input { [1, 2, 3] } error: neutral element of this scan is not neutral: 1 op 1 is 2

-- ==
-- entry: pairs
-- input { [1i64, 2i64] } error: not neutral: \(1, 0\) op \(1, 2\) is \(1, 3\)

-- ==
-- entry: rows
-- input { [[1, 2], [3, 4]] } output { [4, 6] }
-- entry: rows_wrong
-- input { [[1, 2], [3, 4]] } error: not neutral: \[2 elements\] op \[2 elements\] is \[2 elements\]

-- ==
-- entry: bins
-- input { [0i64, 1i64, 0i64, -1i64] [1, 2, 3, 4] } output { [4, 2] }
-- entry: bins_wrong
-- input { [0i64, 1i64, 0i64, -1i64] [1, 2, 3, 4] } error: operator of this histogram is not associative: for a = 9, b = 1 and c = 3
-- input { [-1i64, 2i64] [1, 2] } output { [9, 9] }

-- ==
-- entry: cells
-- input { [0i64, 1i64] [1i64, 1i64] [1, 2] } output { [[0, 1], [0, 2]] }

-- ==
-- entry: nested
-- input { [[1, 2], [3, 4]] } output { [3, 7] }
-- input { [[1, 2, 0], [1, 300, 4]] } error: not associative

-- ==
-- entry: scattered
-- input { [0i64, 1i64, 0i64, 7i64, 7i64] [5, 6, 5, 1, 2] } output { [5, 6, 0] }
-- input { [0i64, 1i64, 0i64] [5, 6, 7] } error: scatter writes different values to index 0: value 0 is 5, but value 2 is 7
-- entry: scattered_floats
-- input { [0i64, 0i64] [f64.nan, f64.nan] } output { [f64.nan, 0.0] }
-- entry: scattered_cells
-- input { [1i64, 1i64] [0i64, 0i64] [[5, 6], [5, 6]] } output { [[[0, 0], [0, 0]], [[5, 6], [0, 0]]] }
-- input { [1i64, 1i64] [0i64, 0i64] [[5, 6], [5, 7]] } error: index \(1, 0\): value 0 is \[2 elements\], but value 1 is \[2 elements\]

entry sub (xs: []f64) = reduce (-) 0 xs

entry mean (xs: []f64) = scan (\a b -> if a == 0 then b else if b == 0 then a else (a + b) / 2) 0 xs |> last

entry add (xs: []f64) = reduce (+) 0 xs

-- Sums of numbers of all magnitudes.
entry add_millions (n: i64) =
  let numbers = map (\i -> f64.from_bits (u64.i64 i * 0x9E3779B97F4A7C15)) (iota n)
  let finite = filter (\x -> !(f64.isnan x || f64.isinf x)) numbers
  let small = map (\i -> f32.i64 (i * 7919 % 10007) / 7 - 700) (iota n)
  let sum = f64.sum finite
  in (sum > 0 || !(sum > 0)) && f32.sum small < 1e10 && f32.product (map (/ 1000) small) < 1e10

entry smallest [n] (xs: [n]f64) : (f64, i64) =
  let least (a, i) (b, j) = if a < b || a == b && i < j then (a, i) else (b, j)
  let (x, i) = reduce least (f64.inf, n) (zip xs (iota n))
  in (x, i + 1)

entry from_one (xs: []i32) = scan (+) 1 xs

entry pairs (xs: []i64) =
  reduce (\(a, i) (b, j) -> (a * b, i + b * j + (if a == 1 then b else 0))) (1, 0) (zip xs (map (+ 1) xs))

entry rows [n] [m] (xss: [n][m]i32) = reduce (map2 (+)) (replicate m 0) xss

entry rows_wrong [n] [m] (xss: [n][m]i32) = reduce (map2 (-)) (replicate m 0) xss

entry bins [n] (is: [n]i64) (xs: [n]i32) = reduce_by_index (replicate 2 0) (+) 0 is xs

entry bins_wrong [n] (is: [n]i64) (xs: [n]i32) =
  reduce_by_index (replicate 2 9) (\a b -> if a == 0 then b else if b == 0 then a else a - b) 0 is xs

entry cells [n] (is: [n]i64) (js: [n]i64) (xs: [n]i32) =
  reduce_by_index_2d (replicate 2 (replicate 2 0)) (+) 0 (zip is js) xs

entry nested (xss: [][]i32) =
  map (\xs -> reduce (\a b -> if b == 0 then a else if a == 300 then b else a + b) 0 xs) xss

entry scattered [n] (is: [n]i64) (xs: [n]i32) = scatter (replicate 3 0) is xs

entry scattered_floats [n] (is: [n]i64) (xs: [n]f64) = scatter (replicate 2 0) is xs

entry scattered_cells [n] (is: [n]i64) (js: [n]i64) (xss: [n][2]i32) =
  scatter_2d (replicate 2 (replicate 2 (replicate 2 0))) (zip is js) xss
