-- Segmented scans and reductions over what flatmap gives.

-- ==
-- entry: prefix_sums
-- input { [3i64, 0, 1, 4] } output { [1i64, 3, 6, 1, 1, 3, 6, 10] }
-- input { [0i64] } output { empty([0]i64) }

-- ==
-- entry: totals
-- input { [3i64, 0, 1, 4] } output { [6i64, 0, 1, 10] }
-- input { empty([0]i64) } output { empty([0]i64) }

def segmented_scan [n] (flags: [n]bool) (xs: [n]i64) : [n]i64 =
  let combine (a, f) (b, g) = (if g then b else a + b, f || g)
  in (unzip (scan combine (0, false) (zip xs flags))).0

entry prefix_sums (ns: []i64) =
  let (_, flags, _, xs) = flatmap' (\n -> map (+ 1) (iota n)) ns
  in segmented_scan flags xs

entry totals (ns: []i64) =
  let (sizes, flags, offsets, xs) = flatmap' (\n -> map (+ 1) (iota n)) ns
  let sums = segmented_scan flags xs
  in map2 (\size offset -> if size == 0 then 0 else sums[offset + size - 1]) sizes offsets
