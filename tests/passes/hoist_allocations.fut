-- passes: hoist-allocations
-- Blocks that a loop allocates for itself leave it, from branches and inner loops too, and with what their sizes are
-- computed from. Those stay that the loop yields, whose size varies or is no size before a check in the loop, and those of
-- the lambdas of array operations.
def sums [n] (xs: [n]i64) (i: i64) : i64 =
  let ys = scan (+) i xs
  in ys[n - 1] - ys[0]

entry plain [n] (k: i64) (xs: [n]i64) : i64 = loop s = 0 for i < k do s + sums xs i

def of_branch [n] (k: i64) (xs: [n]i64) : i64 = loop s = 0 for i < k do if i % 2 == 0 then s + sums xs i else s

def of_two_loops [n] (k: i64) (xs: [n]i64) : i64 =
  loop s = 0 for i < k do loop s for j < i do s + sums xs j

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
  in ( plain 3 xs, of_branch 3 xs, of_two_loops 3 xs, rows 3 [[1, 2], [3, 4]], yielded 3 xs, varying 3 2
     , checked_inside 3 3, in_lambda 2 xs)
