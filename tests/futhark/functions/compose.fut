-- Composition and application operators, curry and uncurry, flip, const, id, and iterate in its three forms.
-- ==
-- entry: pipes
-- input { 5i32 } output { 12i32 12i32 7i32 11i32 12i32 11i32 }

-- ==
-- entry: pipelines
-- input { [3i32, 1, 2] } output { 14i32 "odd" }
-- input { empty([0]i32) } output { 0i32 "even" }

-- ==
-- entry: currying
-- input { 7i32 2i32 } output { 5i32 -5i32 9i32 5i32 4i32 }

-- ==
-- entry: iterated
-- input { 10i32 } output { 1024i32 6i32 1i32 16i32 }
-- input { 0i32 } output { 1i32 0i32 1i32 16i32 }

-- ==
-- entry: collatz
-- input { [1i64, 2, 3, 6, 7, 27] } output { [0i64, 1, 7, 8, 16, 111] }
-- input { empty([0]i64) } output { empty([0]i64) }

def double (x: i32) : i32 = 2 * x
def inc (x: i32) : i32 = x + 1

entry pipes (x: i32) : (i32, i32, i32, i32, i32, i32) =
  ( x |> inc |> double
  , double <| inc x
  , inc <| inc <| x
  , (double >-> inc) x
  , (double <-< inc) x
  , (id >-> double >-> id >-> inc) x
  )

entry pipelines [n] (xs: [n]i32) : (i32, []u8) =
  let sum_squares = map (\x -> x * x) >-> i32.sum
  let parity = (% 2) >-> (== 0)
  let total = sum_squares xs
  in (total, if parity (i32.i64 n) then "even" else "odd")

def minus (a: i32) (b: i32) : i32 = a - b
def plus_pair (a: i32, b: i32) : i32 = a + b

entry currying (a: i32) (b: i32) : (i32, i32, i32, i32, i32) =
  ( uncurry minus (a, b)
  , flip minus a b
  , curry plus_pair a b
  , flip (flip minus) a b
  , uncurry (flip (const id >-> const (* 2))) (b, a)
  )

entry iterated (n: i32) : (i32, i32, i32, i32) =
  ( iterate n double 1
  , iterate (n / 2) inc 0 + i32.bool (n > 0)
  , iterate_while (> 1) (/ 2) (n + 1)
  , iterate_until (> 10) double 1
  )

entry collatz [n] (xs: [n]i64) : [n]i64 =
  let next x = if x % 2 == 0 then x / 2 else 3 * x + 1
  let steps x = ((x, 0) |> iterate_until ((.0) >-> (== 1)) (\(x, count) -> (next x, count + 1))).1
  in map steps xs
