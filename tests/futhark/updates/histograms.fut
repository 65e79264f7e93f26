-- reduce_by_index and hist with several operators: bins out of range are skipped, the destination takes part.
-- ==
-- entry: counts
-- input { 4i64 [0i64, 1, 1, 3, 1] } output { [1i32, 3, 0, 1] [1i32, 3, 0, 1] }
-- input { 2i64 [-1i64, 2, 0] } output { [1i32, 0] [1i32, 0] }
-- input { 0i64 [0i64] } output { empty([0]i32) empty([0]i32) }
-- input { 2i64 empty([0]i64) } output { [0i32, 0] [0i32, 0] }

-- ==
-- entry: into
-- input { [10, 20, 30] [2i64, 0, 2, 9] [1, 2, 3, 4] } output { [12, 20, 34] }
-- input { [1] empty([0]i64) empty([0]i32) } output { [1] }

-- ==
-- entry: maxima
-- input { 3i64 [0i64, 2, 0] [1f32, 5, 3] } output { [3f32, -f32.inf, 5] }

-- ==
-- entry: first_last
-- input { 3i64 [1i64, 0, 1, 1] } output { [1i64, 0, -1] [1i64, 3, -1] }

-- ==
-- entry: columns
-- input { [[1, 2], [3, 4], [5, 6]] [1i64, 0, 1] } output { [[3, 4], [6, 8]] }

-- ==
-- entry: grid
-- input { 2i64 2i64 [0i64, 1, 0, 5] [1i64, 1, 1, 0] [1, 2, 3, 4] } output { [[0, 4], [0, 2]] }

-- ==
-- entry: means
-- input { 3i64 [0i64, 0, 2] [1f64, 3, 5] } output { [2f64, 0, 5] }

entry counts [n] (k: i64) (bins: [n]i64) : ([k]i32, [k]i32) =
  let ones = replicate n 1
  in (hist (+) 0 k bins ones, reduce_by_index (replicate k 0) (+) 0 bins ones)

entry into [k][n] (dest: *[k]i32) (bins: [n]i64) (values: [n]i32) : [k]i32 =
  reduce_by_index dest (+) 0 bins values

entry maxima [n] (k: i64) (bins: [n]i64) (values: [n]f32) : [k]f32 =
  hist f32.max (-f32.inf) k bins values

entry first_last [n] (k: i64) (bins: [n]i64) : ([k]i64, [k]i64) =
  let join (a, b) (c, d) = (i64.min a c, i64.max b d)
  let (first, last) =
    hist join (i64.highest, -1) k bins (map (\i -> (i, i)) (iota n)) |> unzip
  in (map (\f -> if f == i64.highest then -1 else f) first, last)

entry columns [n][m] (rows: [n][m]i32) (bins: [n]i64) : [2][m]i32 =
  hist (map2 (+)) (replicate m 0) 2 bins rows

entry grid [n] (h: i64) (w: i64) (is: [n]i64) (js: [n]i64) (values: [n]i32) : [h][w]i32 =
  reduce_by_index_2d (tabulate_2d h w (\_ _ -> 0)) (+) 0 (zip is js) values

entry means [n] (k: i64) (bins: [n]i64) (values: [n]f64) : [k]f64 =
  let add (s, c) (t, d) = (s + t, c + d : i64)
  let totals = reduce_by_index (replicate k (0, 0)) add (0, 0) bins (map (\v -> (v, 1)) values)
  in map (\(s, c) -> if c == 0 then 0 else s / f64.i64 c) totals
