-- Moments by one reduction, medians by selection, regression, ranks, moving sums, modes.
-- ==
-- entry: spread_of
-- input { [-8.27f64, 2.12f64, 3.43f64, 0.12f64, -6.44f64, -0.53f64, -8.21f64, 8.69f64, 7.31f64, 0.95f64, -4.0f64, 8.18f64, 1.45f64, 7.65f64, 6.96f64, 0.17f64, -1.72f64, 1.98f64, -1.38f64, -6.77f64, -3.9f64] }
-- output { 0.3709523809523809f64 27.744008616780047f64 5.397333512728211f64 }

-- ==
-- entry: median
-- input { [-8.27f64, 2.12f64, 3.43f64, 0.12f64, -6.44f64, -0.53f64, -8.21f64, 8.69f64, 7.31f64, 0.95f64, -4.0f64, 8.18f64, 1.45f64, 7.65f64, 6.96f64, 0.17f64, -1.72f64, 1.98f64, -1.38f64, -6.77f64, -3.9f64] }
-- output { 0.17f64 }
-- input { [-8.27f64, 2.12f64, 3.43f64, 0.12f64, -6.44f64, -0.53f64, -8.21f64, 8.69f64] }
-- output { -0.20500000000000002f64 }
-- input { [3.0f64] } output { 3.0f64 }
-- input { [2.0f64, 2.0f64, 2.0f64, 2.0f64] } output { 2.0f64 }

-- ==
-- entry: quantiles
-- input { [-8.27f64, 2.12f64, 3.43f64, 0.12f64, -6.44f64, -0.53f64, -8.21f64, 8.69f64, 7.31f64, 0.95f64, -4.0f64, 8.18f64, 1.45f64, 7.65f64, 6.96f64, 0.17f64, -1.72f64, 1.98f64, -1.38f64, -6.77f64, -3.9f64] [0.0f64, 0.25f64, 0.5f64, 1.0f64] }
-- output { [-8.27f64, -3.9f64, 0.17f64, 8.69f64] }

-- ==
-- entry: line
-- input { [-8.27f64, 2.12f64, 3.43f64, 0.12f64, -6.44f64, -0.53f64, -8.21f64, 8.69f64, 7.31f64, 0.95f64, -4.0f64, 8.18f64, 1.45f64, 7.65f64, 6.96f64, 0.17f64, -1.72f64, 1.98f64, -1.38f64, -6.77f64, -3.9f64] [-14.91f64, 4.33f64, 6.95f64, 1.49f64, -12.32f64, 0.01f64, -15.48f64, 18.07f64, 16.61f64, 2.29f64, -7.17f64, 16.77f64, 4.17f64, 15.85f64, 14.63f64, 1.83f64, -2.8f64, 5.08f64, -0.95f64, -13.34f64, -7.68f64] }
-- output { 1.9959582865301762f64 0.8514992832347581f64 }

-- ==
-- entry: ranks
-- input { [3.0f64, 1.0f64, 3.0f64, 2.0f64] } output { [3.5f64, 1.0f64, 3.5f64, 2.0f64] }
-- input { empty([0]f64) } output { empty([0]f64) }

-- ==
-- entry: most_frequent
-- input { [5i64, 3i64, 5i64, 3i64, 9i64] } output { 3i64 2i64 }

-- ==
-- entry: standardised
-- input { [[1.0f64, 5.0f64], [3.0f64, 5.0f64]] } output { [[-1.0f64, 0.0f64], [1.0f64, 0.0f64]] }

type moments = {count: f64, mean: f64, m2: f64}

def merge (a: moments) (b: moments) : moments =
  if a.count == 0 then b else if b.count == 0 then a
  else let count = a.count + b.count
       let d = b.mean - a.mean
       in {count, mean = a.mean + d * b.count / count, m2 = a.m2 + b.m2 + d * d * a.count * b.count / count}

def moments (xs: []f64) : moments =
  xs |> map (\x -> {count = 1, mean = x, m2 = 0}) |> reduce merge {count = 0, mean = 0, m2 = 0}

entry spread_of (xs: []f64) : (f64, f64, f64) =
  let {count, mean, m2} = moments xs
  in (mean, m2 / count, f64.sqrt (m2 / (count - 1)))

-- | The k-th smallest, by parts around a pivot.
def select [n] (k: i64) (xs: [n]f64) : f64 =
  let (rest, k) =
    loop (xs: []f64, k) while length xs > 1 && any (!= xs[0]) xs do
      let pivot = xs[length xs / 2]
      let (below, same, above) = partition2 (< pivot) (== pivot) xs
      let (b, s) = (length below, length same)
      in if k < b then (below, k)
         else if k < b + s then (same, k - b)
         else (above, k - b - s)
  in assert (k < length rest) rest[k]

entry median [n] (xs: [n]f64) : f64 =
  if n % 2 == 1 then select (n / 2) xs else (select (n / 2 - 1) xs + select (n / 2) xs) / 2

entry quantiles [n] (xs: [n]f64) (qs: []f64) : []f64 =
  map (\q -> select (i64.f64 (q * f64.i64 (n - 1))) xs) qs

entry line [n] (xs: [n]f64) (ys: [n]f64) : (f64, f64) =
  let mean = f64.sum >-> (/ f64.i64 n)
  let (mx, my) = (mean xs, mean ys)
  let along = map2 (\x y -> (x - mx) * (y - my)) xs ys |> f64.sum
  let slope = along / f64.sum (map (\x -> (x - mx) ** 2) xs)
  in (slope, my - slope * mx)

-- | Ranks from 1, those of equal values averaged.
entry ranks [n] (xs: [n]f64) : [n]f64 =
  let rank x = f64.i64 (length (filter (< x) xs)) + (f64.i64 (length (filter (== x) xs)) + 1) / 2
  in map rank xs

def mode [n] (k: i64) (xs: [n]i64) : (i64, i64) =
  hist (+) 0 k xs (replicate n 1i64)
  |> zip (iota k)
  |> reduce (\(i, c) (j, d) -> if c > d || (c == d && i <= j) then (i, c) else (j, d)) (k, i64.lowest)

entry most_frequent (xs: []i64) : (i64, i64) = mode 100 xs

entry standardised [n][m] (table: [n][m]f64) : [n][m]f64 =
  let column c =
    let {count, mean, m2} = moments c
    let deviation = f64.sqrt (m2 / count)
    in map (\x -> if deviation == 0 then 0 else (x - mean) / deviation) c
  in table |> transpose |> map column |> transpose
