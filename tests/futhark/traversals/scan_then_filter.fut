-- Compaction by hand: flags, a scan, a scatter; against what `filter` gives.
-- ==
-- entry: main
-- input { [5i32, -1, 0, 7, -3] } output { [5i32, 7] true }
-- input { [-1i32] } output { empty([0]i32) true }
-- input { empty([0]i32) } output { empty([0]i32) true }

-- ==
-- entry: ranks
-- input { [30i32, 10, 20] } output { [2i64, 0, 1] }

entry main [n] (xs: [n]i32) : ([]i32, bool) =
  let flags = map (\x -> i64.bool (x > 0)) xs
  let places = map2 (\f o -> if f == 1 then o else -1) flags (exscan (+) 0 flags)
  let count = i64.sum flags
  let kept = scatter (replicate count 0) places xs
  let same = filter (> 0) xs
  in (kept, length same == count && and (map2 (==) kept (same :> [count]i32)))
entry ranks [n] (xs: [n]i32) : [n]i64 = map (\x -> i64.sum (map (\y -> i64.bool (y < x)) xs)) xs
