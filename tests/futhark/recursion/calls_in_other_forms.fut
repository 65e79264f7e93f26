-- A function calls itself through pipes, backticks, sections, partial application and local functions.
-- ==
-- entry: main
-- input { 4i32 } output { 10i32 10i32 10i32 10i32 3i32 }
-- input { 0i32 } output { 0i32 0i32 0i32 0i32 0i32 }

def a (n: i32) : i32 = if n == 0 then 0 else n - 1 |> a |> (+ n)
def b (n: i32) (m: i32) : i32 = if n == 0 then m else (n - 1) `b` (m + n)
def c (n: i32) (m: i32) : i32 = if n == 0 then m else let f = c (n - 1) in f (m + n)
def d (n: i32) : i32 =
  if n == 0 then 0 else
  let down (k: i32) = d (n - k)
  in n + down 1
def e (n: i32) : i32 = if n <= 0 then 0 else (loop s = 1 for k in [2i32, 3] do s + e (n - k))

entry main (n: i32) : (i32, i32, i32, i32, i32) = (a n, b n 0, c n 0, d n, e n)
