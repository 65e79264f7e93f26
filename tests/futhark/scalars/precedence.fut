-- How tightly operators bind, and to which side they associate.
-- ==
-- entry: arithmetic
-- input { } output { 14 20 -3 1 1024 64 7 18 }

-- ==
-- entry: bits
-- input { } output { 33 8 1 24 true }

-- ==
-- entry: comparisons
-- input { 3 4 } output { true true false true }
-- input { 4 3 } output { false true true false }

-- ==
-- entry: unary
-- input { 5 } output { -5 5 9 -25 -1 -4 }
-- input { 0 } output { 0 0 4 0 0 1 }

-- ==
-- entry: pipes
-- input { [1, 2, 3] } output { 12 13 36 }
-- input { empty([0]i32) } output { 0 1 0 }

-- ==
-- entry: own_operators
-- input { 10 3 } output { 13 7 39 true 16 }
-- input { 0 0 } output { 0 0 0 false -1 }

def (<+>) (x: i32) (y: i32) = x + y
def (-.) (x: i32) (y: i32) = x - y
def (*!) (x: i32) (y: i32) = (x + y) * 3
def (&&&) (x: bool) (y: bool) = x && y
def plus (x: i32) (y: i32) = x + y
def minus (x: i32) (y: i32) = x - y

entry arithmetic =
  (2 + 3 * 4, (2 + 3) * 4, 2 - 3 - 2, 20 / 3 / 5, 2 ** 10, 2 ** 3 ** 2, 20 - 7 * 2 + 1, 2 * 3 ** 2)
entry bits = (1 | 2 << 4, 1 << 2 + 1, 6 | 1 & 1, 3 << 1 << 2, 4 & 6 == 4)
entry comparisons (a: i32) (b: i32) =
  (a < b && b > a || false, a != b == true, a > b && true || false && true, !(a > b) && a <= b)
entry unary (x: i32) = (-x, - -x, -x ** 2 - 4 * x + 4, -(x * x), if x == 0 then 0 else -x + 4, 1 - x)
entry pipes (xs: []i32) =
  (xs |> map (* 2) |> i32.sum,
   (+ 1) <| i32.sum <| map (* 2) xs,
   xs |> map (+ 2) |> map (+ 1) |> reduce (+) 0 |> (+ i32.sum xs) |> (* 2) |> (\s -> s - i32.sum xs))

entry own_operators (a: i32) (b: i32) =
  (a <+> b, a -. b, a *! b, a > 0 &&& b > 0, a `plus` b `plus` a `minus` b `minus` 1 + b)
