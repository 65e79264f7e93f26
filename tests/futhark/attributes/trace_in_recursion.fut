-- `#[trace]` in recursions, flat maps and streams.
-- ==
-- entry: main
-- input { 3i64 } output { 6i64 [0i64, 0, 1] [1i64, 1, 1] }

def sum_to (n: i64) : i64 = #[trace(step)] (if n == 0 then 0 else n + sum_to (n - 1))

entry main (n: i64) =
  let (_, _, _, xs) = flatmap' (\k -> #[trace(row)] iota k) (iota n)
  let ys = intrinsics.hist_stream (replicate n 0i64) (+) 0
             (\acc i -> intrinsics.acc_write acc (#[trace] i) 1) (iota n)
  in (sum_to n, xs, ys)
