-- Higher-order functions that call what they get in loops and in maps.
-- ==
-- entry: numeric
-- input { 3f64 } output { 9f64 6f64 }
-- input { 0f64 } output { 0f64 0f64 }

-- ==
-- entry: bisected
-- input { 2f64 } output { 1.414f64 }
-- input { 9f64 } output { 3f64 }

-- ==
-- entry: traversed
-- input { [1i32, 2, 3] } output { [1i32, 3, 6] }
-- input { empty([0]i32) } output { empty([0]i32) }

def derivative (f: f64 -> f64) (x: f64) : f64 = (f (x + 0.5) - f (x - 0.5))
entry numeric (x: f64) : (f64, f64) =
  let square y = y * y
  in (square x, derivative square x)
def bisect (f: f64 -> f64) (from: f64) (to: f64) : f64 =
  (loop (a, b) = (from, to) for _i < 50i32 do
     let m = (a + b) / 2
     in if f m < 0 then (m, b) else (a, m)).0
entry bisected (x: f64) : f64 = bisect (\y -> y * y - x) 0 10
def running [n] (f: i32 -> i32 -> i32) (e: i32) (xs: [n]i32) : [n]i32 =
  (loop (ys, acc) = (replicate n e, e) for i < n do
     let acc = f acc xs[i]
     in (ys with [i] = acc, acc)).0
entry traversed [n] (xs: [n]i32) : [n]i32 = running (+) 0 xs
