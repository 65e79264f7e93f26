-- passes: hoist-allocations
-- Blocks that a loop allocates for itself leave it, and with them what their sizes are computed from. Where the loop may have
-- no round, they are of no element then. Those stay that the loop yields, whose size varies or is no size before a check in
-- the loop, those of the lambdas of array operations, and those that the first round may not come to: from branches, after
-- what may fail, and from inner loops whose rounds vary. Small ones of a constant size leave in any case (`all`).
def sums [n] (xs: [n]i64) (i: i64) : i64 =
  let ys = scan (+) i xs
  in ys[n - 1] - ys[0]

entry plain [n] (k: i64) (xs: [n]i64) : i64 = loop s = 0 for i < k do s + sums xs i

entry of_branch [n] (k: i64) (xs: [n]i64) : i64 = loop s = 0 for i < k do if i % 2 == 0 then s + sums xs i else s

entry of_two_loops [n] (k: i64) (xs: [n]i64) : i64 =
  loop s = 0 for i < k do loop s for j < i do s + sums xs j

entry of_inner_loop [n] (k: i64) (l: i64) (xs: [n]i64) : i64 =
  loop s = 0 for i < k do loop s for j < l do s + sums xs j

entry of_while [n] (k: i64) (xs: [n]i64) : i64 =
  (loop (s, i) = (0, k) while i > 0 do (s + sums xs i, i / 2)).0

entry of_some_rounds [n] (xs: [n]i64) : i64 = loop s = 0 for i < 5 do s + sums xs i

entry after_check [n] (k: i64) (xs: [n]i64) : i64 =
  loop s = 0 for i < k do
    let x = assert (s < 100) s
    in x + sums xs i

entry rows [n] [m] (k: i64) (xs: [n][m]i64) : i64 =
  loop s = 0 for i < k do
    let ys = scan (map2 (+)) (replicate m i) xs
    in s + ys[n - 1, m - 1] - ys[0, 0]

def yielded [n] (k: i64) (xs: [n]i64) : [n]i64 = loop ys = xs for i < k do scan (+) i ys

entry varying (k: i64) (n: i64) : i64 = loop s = 0 for i < k do s + sums (iota (n + i + 1)) i

entry checked_inside (k: i64) (n: i64) : i64 =
  loop s = 0 for i < k do
    let m = assert (i < 5) n
    in s + sums (iota m) i

entry in_lambda [n] (k: i64) (xs: [n]i64) : i64 =
  loop s = 0 for i < k do s + i64.sum (map (\x -> sums xs (x + i)) xs)

entry all =
  let xs = [1, 2, 3]
  in ( plain 3 xs, of_branch 3 xs, of_two_loops 3 xs, of_inner_loop 2 2 xs, of_while 3 xs, of_some_rounds xs
     , after_check 3 xs, rows 3 [[1, 2], [3, 4]], yielded 3 xs, varying 3 2
     , checked_inside 3 3, in_lambda 2 xs)
