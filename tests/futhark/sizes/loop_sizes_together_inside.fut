-- Sizes that vary together in a lambda whose parameters leave them unsaid, beside others, in a sum and inside of `map`.
-- ==
-- entry: unsaid
-- input { 3i64 } output { [8i64, 8i64, 3i64] }

-- ==
-- entry: moved
-- input { 2i64 } output { [2i64, 2i64, 1i64] }

-- ==
-- entry: in_sum
-- input { 2i64 } output { 6i64 }

-- ==
-- entry: irregular
-- input { 3i64 } output { [0i64, 0i64, 16i64] }

-- The first two are equally long throughout, the third is on its own.
entry unsaid (k: i64) : [3]i64 =
  let g = \(a: []i64) (b: []i64) (c: []i64) ->
    let (a, b, c) = loop (a, b, c) for _i < k do let s = map2 (+) a b in (s ++ b, a ++ s, drop 0 c)
    in [length (map2 (+) a b), length b, length c]
  in g [1] [2] [1, 2, 3]

entry moved (k: i64) : [3]i64 =
  let (a, b, c) = loop (a, b, c) = ([1], [2], [3]) for _i < k do (c ++ [1], a, b)
  in [length a, length b, length c]

entry in_sum (k: i64) : i64 =
  let r = loop r: (#some ([]i64) ([]i64) | #none) = #some [1i64] [2i64] for _i < k do
    match r
    case #some a b -> let (a, b) = unzip (zip a b ++ [(1, 1)]) in #some a b
    case #none -> #some [1] [2]
  in match r case #some a b -> i64.sum (map2 (*) a b) + 2 case #none -> 0

entry irregular (k: i64) : [k]i64 =
  map (\i ->
    let (a, b) = loop (a, b) = (iota i, iota i) while length a > 1 && length a < 6 do
      unzip (zip a b ++ zip a b ++ [(i, i)])
    in if length a > 2 then i64.sum (map2 (*) a b) else 0) (iota k)
