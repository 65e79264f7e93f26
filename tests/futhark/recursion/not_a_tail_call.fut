-- Deep recursion that still works after each call.
-- ==
-- entry: main
-- input { 10000i64 } output { 50005000i64 [1i64, 10000] }
-- input { 1i64 } output { 1i64 [1i64, 1] }

def sum_to (n: i64) : i64 = if n == 0 then 0 else n + sum_to (n - 1)

def ends (n: i64) : [2]i64 =
  if n <= 1 then [1, 1] else let r = ends (n - 1) in [i64.min r[0] n, i64.max r[1] n]

entry main (n: i64) : (i64, [2]i64) = (sum_to n, ends n)
