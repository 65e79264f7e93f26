-- Loops with parameters that are marked `*`.
-- ==
-- entry: rounds
-- input { [1, 2] } output { [10, 2] }
-- input { [0, 7] } output { [10, 7] }

-- ==
-- entry: anew
-- input { [1, 2] } output { [3, 2] }

-- ==
-- entry: pair
-- input { 3i64 } output { [3i64, 0, 0] [0i64, 0, 0] }

-- ==
-- entry: condition
-- input { [1, 2] } output { [10, 2] }

entry rounds (xs: *[2]i32) : [2]i32 =
  loop (ys: *[2]i32) = xs while ys[0] < 10 do
    let k = ys[0]
    in ys with [0] = k + 1

entry anew (xs: [2]i32) : [2]i32 = loop (ys: *[2]i32) = copy xs for i < 3 do [i + 1, xs[1]]

entry pair (n: i64) : ([n]i64, [n]i64) =
  loop (xs: *[n]i64, ys) = (replicate n 0, replicate n 0) for i < n do
    (xs with [0] = i + 1, ys)

def is_small [n] (xs: [n]i32) : bool = xs[0] < 10

entry condition (xs: *[2]i32) : [2]i32 =
  loop (ys: *[2]i32) = xs while is_small ys do ys with [0] = 10
