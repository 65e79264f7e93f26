-- Sizes that each call has anew: size parameters, told by no argument, and sums in types.
-- ==
-- entry: halved
-- input { [0] } output { [0] }
-- input { [0, 1] } output { [1] }
-- input { [0, 1, 2, 3, 4] } output { [10] }
-- input { [0, 1, 2, 3, 4, 5, 6, 7] } output { [28] }

-- ==
-- entry: identity
-- input { 1i64 } output { [[1]] }
-- input { 3i64 } output { [[1, 0, 0], [0, 1, 0], [0, 0, 1]] }

-- ==
-- entry: zeros
-- input { 0i64 } output { 0i64 }
-- input { 4i64 } output { 10i64 }

def fold_pairs [n] (xs: [n]i32) : [1]i32 =
  if n == 1 then xs :> [1]i32
  else if n % 2 == 1 then fold_pairs (xs ++ [0])
  else fold_pairs (map2 (+) (xs[:n / 2] :> [n / 2]i32) (xs[n / 2:] :> [n / 2]i32))

def unit (n: i64) (k: i64) : [n][n]i32 =
  if k == 0 then replicate n (replicate n 0)
  else let m = copy (unit n (k - 1)) in m with [k - 1, k - 1] = 1

def widths (k: i64) : i64 = let zeros : [k]i32 = replicate k 0 in if k == 0 then 0 else length zeros + widths (k - 1)

entry halved (xs: []i32) : [1]i32 = fold_pairs xs
entry identity (n: i64) : [n][n]i32 = unit n n
entry zeros (n: i64) : i64 = widths n
