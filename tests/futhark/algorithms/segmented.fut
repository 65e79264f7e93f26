-- Segmented sums by a flagged scan, and the segment totals of an irregular array given by its row lengths.
-- ==
-- entry: segmented_scan
-- input { [true, false, false, true, false] [1i32, 2, 3, 4, 5] } output { [1i32, 3, 6, 4, 9] }
-- input { [false, false, true] [1i32, 2, 3] } output { [1i32, 3, 3] }
-- input { [true, true, true] [1i32, 2, 3] } output { [1i32, 2, 3] }
-- input { empty([0]bool) empty([0]i32) } output { empty([0]i32) }

-- ==
-- entry: row_sums
-- input { [2i64, 0, 3, 1] [1i32, 2, 10, 20, 30, 7] } output { [3i32, 0, 60, 7] }
-- input { [0i64, 0] empty([0]i32) } output { [0i32, 0] }
-- input { empty([0]i64) empty([0]i32) } output { empty([0]i32) }
-- input { [4i64] [1i32, -1, 2, -2] } output { [0i32] }

-- ==
-- entry: row_maxima
-- input { [2i64, 3, 1] [1i32, 2, 10, 20, 5, 7] } output { [2i32, 20, 7] }

def segscan [n] 't (op: t -> t -> t) (ne: t) (flags: [n]bool) (xs: [n]t) : [n]t =
  let combine (f, x) (g, y) = (f || g, if g then y else x `op` y)
  in zip flags xs |> scan combine (false, ne) |> map (.1)

def reduce_rows [m][n] 't (op: t -> t -> t) (ne: t) (lengths: [m]i64) (xs: [n]t) : [m]t =
  let ends = scan (+) 0 lengths
  let starts = map2 (-) ends lengths
  let filled = map2 (\length start -> if length > 0 then start else -1) lengths starts
  let flags = scatter (replicate n false) filled (map (const true) lengths)
  let sums = segscan op ne flags xs
  in map2 (\length end -> if length == 0 then ne else sums[end - 1]) lengths ends

entry segmented_scan [n] (flags: [n]bool) (xs: [n]i32) : [n]i32 = segscan (+) 0 flags xs

entry row_sums [m][n] (lengths: [m]i64) (xs: [n]i32) : [m]i32 = reduce_rows (+) 0 lengths xs

entry row_maxima [m][n] (lengths: [m]i64) (xs: [n]i32) : [m]i32 =
  reduce_rows i32.max i32.lowest lengths xs
