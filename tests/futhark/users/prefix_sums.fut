-- Tricks with scans: line of sight, segments, compaction, maximum sums, linear recurrences.
-- ==
-- entry: line_of_sight
-- input { [10.0f64, 8.0f64, 9.0f64, 12.0f64, 11.0f64, 14.0f64, 13.0f64, 20.0f64, 19.0f64, 25.0f64] }
-- output { [true, true, true, true, false, true, false, true, false, true] }
-- input { empty([0]f64) } output { empty([0]bool) }
-- input { [1.0f64] } output { [true] }

-- ==
-- entry: segments
-- input { [true, false, false, true, true, false] [1i32, 2i32, 3i32, 4i32, 5i32, 6i32] }
-- output { [1i32, 3i32, 6i32, 4i32, 5i32, 11i32] }
-- input { empty([0]bool) empty([0]i32) } output { empty([0]i32) }

-- ==
-- entry: maxima
-- input { [true, false, false, true, true, false] [1i32, -2i32, 3i32, -4i32, 5i32, 16i32] }
-- output { [3i32, -4i32, 16i32] }

-- ==
-- entry: odd
-- input { [5i32, 2i32, -3i32, 8i32, 0i32, 7i32] } output { [5i32, -3i32, 7i32] }
-- input { empty([0]i32) } output { empty([0]i32) }
-- input { [2i32, 4i32] } output { empty([0]i32) }

-- ==
-- entry: best_sum
-- input { [-2i32, 1i32, -3i32, 4i32, -1i32, 2i32, 1i32, -5i32, 4i32] } output { 6i32 }
-- input { [-1i32] } output { 0i32 }
-- input { empty([0]i32) } output { 0i32 }

-- ==
-- entry: recurrence
-- input { [2.0f64, 0.5f64, 3.0f64] [1.0f64, 1.0f64, -2.0f64] 1.0f64 } output { [3.0f64, 2.5f64, 5.5f64] }

-- | Which points of a profile are seen from the first one.
entry line_of_sight [n] (heights: [n]f64) : [n]bool =
  if n == 0
  then replicate n false
  else let slope (i: i64) = if i == 0 then -f64.inf else (heights[i] - heights[0]) / f64.i64 i
       let angles = tabulate n slope
       let before = exscan f64.max (-f64.inf) angles
       in map3 (\i a b -> i == 0 || a > b) (indices angles) angles before

def segmented_scan 't [n] (op: t -> t -> t) (ne: t) (flags: [n]bool) (xs: [n]t) : [n]t =
  let join (f, x) (g, y) = (f || g, if g then y else x `op` y)
  in zip flags xs |> scan join (false, ne) |> map (.1)

def segmented_reduce 't [n] (op: t -> t -> t) (ne: t) (flags: [n]bool) (xs: [n]t) : []t =
  let sums = segmented_scan op ne flags xs
  let ends = rotate 1 flags
  in zip ends sums |> filter (.0) |> map (\(_, s) -> s)

entry segments [n] (flags: [n]bool) (xs: [n]i32) : [n]i32 = segmented_scan (+) 0 flags xs
entry maxima [n] (flags: [n]bool) (xs: [n]i32) : []i32 = segmented_reduce i32.max i32.lowest flags xs

def compact [n] (p: i32 -> bool) (xs: [n]i32) : []i32 =
  let keep = map p xs
  let at = scan (+) 0 (map i64.bool keep)
  let count = if n > 0 then at[n - 1] else 0
  let places = map2 (\k i -> if k then i - 1 else -1) keep at
  in scatter (replicate count 0) places xs

entry odd (xs: []i32) : []i32 = compact ((% 2) >-> (== 1)) xs

-- | The greatest sum of neighbours: (best, best from the left, best to the right, total).
entry best_sum (xs: []i32) : i32 =
  let op (b1, p1, s1, t1) (b2, p2, s2, t2) =
    ( b1 `i32.max` b2 `i32.max` (s1 + p2)
    , p1 `i32.max` (t1 + p2)
    , s2 `i32.max` (s1 + t2)
    , t1 + t2)
  let lift x = let y = i32.max 0 x in (y, y, y, x)
  in (reduce op (0, 0, 0, 0) (map lift xs)).0

-- | x[i] = a[i] * x[i - 1] + b[i], by scanning with the composition of affine functions.
entry recurrence [n] (a: [n]f64) (b: [n]f64) (x0: f64) : [n]f64 =
  let after (a1, b1) (a2, b2) = (a1 * a2, a2 * b1 + b2)
  in map (\(p, q) -> p * x0 + q) (scan after (1, 0) (zip a b))
