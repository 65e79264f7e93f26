-- Lower bounds in a sorted array, for many keys at once; counting equal keys; and an inverse by bisection of a
-- monotone function handed over as an argument.
-- ==
-- entry: lower_bounds
-- input { [1i32, 3, 3, 5, 9] [0i32, 1, 2, 3, 4, 5, 9, 10] } output { [0i64, 0, 1, 1, 3, 3, 4, 5] }
-- input { empty([0]i32) [1i32] } output { [0i64] }
-- input { [4i32] empty([0]i32) } output { empty([0]i64) }
-- input { [4i32] [3i32, 4, 5] } output { [0i64, 0, 1] }

-- ==
-- entry: occurrences
-- input { [1i32, 3, 3, 5, 9] [0i32, 1, 3, 9] } output { [0i64, 1, 2, 1] }

-- ==
-- entry: square_root
-- input { 2f64 } output { 1.4142135f64 }
-- input { 0f64 } output { 0f64 }
-- input { 144f64 } output { 12f64 }

def first_where (n: i64) (holds: i64 -> bool) : i64 =
  let (low, _) =
    loop (low, high) = (0, n)
    while low < high do
      let middle = low + (high - low) / 2
      in if holds middle then (low, middle) else (middle + 1, high)
  in low

entry lower_bounds [n][k] (sorted: [n]i32) (keys: [k]i32) : [k]i64 =
  map (\key -> first_where n (\i -> sorted[i] >= key)) keys

entry occurrences [n][k] (sorted: [n]i32) (keys: [k]i32) : [k]i64 =
  let from = lower_bounds sorted keys
  let to = map (\key -> first_where n (\i -> sorted[i] > key)) keys
  in map2 (-) to from

def bisect (f: f64 -> f64) (low: f64) (high: f64) (target: f64) : f64 =
  let narrow (a, b) =
    let c = (a + b) / 2
    in if f c < target then (c, b) else (a, c)
  in (iterate 60 narrow (low, high)).1

entry square_root (x: f64) : f64 = bisect (\r -> r * r) 0 (f64.max 1 x) x
