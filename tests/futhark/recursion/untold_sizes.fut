-- A size parameter that no argument tells is passed along, and may be another one in each call.
-- ==
-- entry: made
-- input { 0i64 } output { 0i64 empty([0]i64) }
-- input { 3i64 } output { 3i64 [3i64, 3i64, 3i64] }

def filled [n] (k: i64) : [n]i64 = if k == n then replicate n k else filled (k + 1)

def smaller [n] (xs: [n]i64) : i64 =
  if n == 0 then 0 else
  let ys : [n - 1]i64 = filled 0
  in 1 + smaller ys

entry made (n: i64) : (i64, [n]i64) =
  let xs : [n]i64 = filled 0
  in (smaller xs, xs)
