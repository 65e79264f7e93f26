-- Arrays as variables of loops, changed in place, replaced, and swapped.
-- ==
-- entry: main
-- input { 5i64 } output { [0i64, 1, 1, 2, 3] }
-- input { 1i64 } output { [0i64] }
-- input { 0i64 } output { empty([0]i64) }

-- ==
-- entry: swapped
-- input { [1i32, 2] [3i32, 4] 1i32 } output { [3i32, 4] [1i32, 2] }
-- input { [1i32, 2] [3i32, 4] 4i32 } output { [1i32, 2] [3i32, 4] }

-- ==
-- entry: smoothed
-- input { [0f64, 8, 0] 1i32 } output { [0f64, 4, 0] }
-- input { [0f64, 8, 0] 0i32 } output { [0f64, 8, 0] }

entry main (n: i64) : [n]i64 =
  loop fib = map (i64.min 1) (iota n) for i in 2..<i64.max 2 n do fib with [i] = fib[i - 1] + fib[i - 2]
entry swapped [n] (a: [n]i32) (b: [n]i32) (k: i32) : ([n]i32, [n]i32) =
  loop (a, b) for _i < k do (b, a)
entry smoothed [n] (xs: [n]f64) (k: i32) : [n]f64 =
  loop xs = xs for _i < k do
    map (\i -> if i == 0 || i == n - 1 then xs[i] else (xs[i - 1] + 2 * xs[i] + xs[i + 1]) / 4) (iota n)
