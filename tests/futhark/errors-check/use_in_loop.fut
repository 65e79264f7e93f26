-- A loop consumes in its second round what its first round consumed already.
-- ==
-- error: error\[E040[26]\]: .*

entry main [n] (xs: *[n]i32) (k: i64) : i32 =
  loop total = 0 for i < k do
    let ys = xs with [i] = 0
    in total + ys[0]
