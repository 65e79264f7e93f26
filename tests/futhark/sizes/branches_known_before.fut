-- The sides of a branch give arrays of sizes that are known before it, so what relies on these is checked before it, too.
-- ==
-- entry: total
-- input { true 3i64 } output { 6i64 4i64 }
-- input { false 3i64 } output { 35i64 5i64 }
-- input { true -2i64 } error: -1
-- input { false -2i64 } output { 0i64 0i64 }

-- ==
-- entry: rows
-- input { 3i64 1i64 2i64 } output { [[0i64, 1i64], [1i64, 1i64], [2i64, 2i64]] }
-- input { 3i64 1i64 3i64 } error: 2
-- input { 0i64 1i64 3i64 } output { empty([0][3]i64) }

-- ==
-- entry: nested
-- input { 0i64 [5i64, 6i64] } output { [5i64, 6i64, 5i64, 6i64] 4i64 }
-- input { 1i64 [5i64, 6i64] } output { [5i64, 6i64, 1i64] 3i64 }
-- input { 2i64 [5i64, 6i64] } output { [5i64, 6i64] 2i64 }
-- input { 2i64 empty([0]i64) } output { empty([0]i64) 0i64 }
entry total (c: bool) (n: i64) : (i64, i64) =
  let xs = if c then iota (n + 1) else replicate (n + 2) 7
  in (i64.sum xs, length xs)

entry rows (n: i64) (k: i64) (m: i64) : [n][m]i64 =
  map (\i -> (if i < 1 then iota (k * 2) else replicate (k + k) i) :> [m]i64) (iota n)

entry nested (k: i64) (xs: []i64) : ([]i64, i64) =
  let ys = if k == 0 then xs ++ xs else if k == 1 then xs ++ [k] else xs
  in (ys, length ys)

-- ==
-- entry: inner
-- input { true true 2i64 } output { 6i64 }
-- input { true false 2i64 } output { 6i64 }
-- input { false false 2i64 } output { 2i64 }
entry inner (c: bool) (d: bool) (n: i64) : i64 =
  length (if c then (if d then iota (n * 3) else replicate (n * 3) 0) else iota n)
