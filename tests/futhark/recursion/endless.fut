-- A recursion that never ends fails, as does one whose frames hold arrays.
-- ==
-- entry: counting
-- input { 1i64 } error: nested too deep

-- Each frame has memory on the device, which is slow where a test's stand-in is the device. The evaluator of CORE has
-- room for millions of frames, and for the time it takes to fill them.
-- ==
-- entry: holding
-- no_cuda no_core input { 3i64 } error: nested too deep

def count (n: i64) : i64 = 1 + count (n + 1)

def hold (n: i64) (xs: []i64) : i64 =
  let ys = map (+ n) xs
  in ys[0] + hold n ys

entry counting (n: i64) : i64 = count n
entry holding (n: i64) : i64 = hold n (iota n)
