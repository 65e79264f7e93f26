-- Functions that hand their results to a function they are given.
-- ==
-- entry: main
-- input { 7i32 2i32 } output { 10i32 31i32 }
-- input { 7i32 0i32 } output { -1i32 -1i32 }

-- ==
-- entry: sums
-- input { 3i32 4i32 } output { 25i32 }

def divide 'r (a: i32) (b: i32) (ok: i32 -> i32 -> r) (zero: r) : r =
  if b == 0 then zero else ok (a / b) (a % b)
entry main (a: i32) (b: i32) : (i32, i32) =
  (divide a b (\q _ -> q + a) (-1), divide a b (\q r -> 10 * q + r) (-1))
def square 'r (x: i32) (k: i32 -> r) : r = k (x * x)
entry sums (a: i32) (b: i32) : i32 = square a (\x -> square b (\y -> x + y))
