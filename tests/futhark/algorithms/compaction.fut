-- Compaction by prefix sums: kept elements are scattered to the places that an exclusive sum gives them. The same
-- answer as `filter`, and a stable partition made of two of them.
-- ==
-- entry: compact library
-- input { empty([0]i32) } output { empty([0]i32) }
-- input { [1] } output { empty([0]i32) }
-- input { [2] } output { [2] }
-- input { [1, 2, 3, 4, 5, 6, 7] } output { [2, 4, 6] }
-- input { [-2, -1, 0, 1, 8] } output { [-2, 0, 8] }

-- ==
-- entry: split_stable
-- input { empty([0]i32) } output { empty([0]i32) 0i64 }
-- input { [3, 1, 2, 6, 5, 4] } output { [2, 6, 4, 3, 1, 5] 3i64 }
-- input { [9] } output { [9] 0i64 }

def keep (x: i32) : bool = x % 2 == 0

def places [n] (flags: [n]bool) : ([n]i64, i64) =
  let ones = map i64.bool flags
  let ends = scan (+) 0 ones
  in (map2 (-) ends ones, if n == 0 then 0 else ends[n - 1])

entry compact [n] (xs: [n]i32) : []i32 =
  let flags = map keep xs
  let (offsets, total) = places flags
  let targets = map2 (\flag at -> if flag then at else -1) flags offsets
  in scatter (replicate total 0) targets xs

entry library (xs: []i32) : []i32 = filter keep xs

entry split_stable [n] (xs: [n]i32) : ([n]i32, i64) =
  let flags = map keep xs
  let (before, kept) = places flags
  let (after, _) = places (map not flags)
  let target flag b a = if flag then b else kept + a
  in (spread n 0 (map3 target flags before after) xs, kept)
