-- Functions that consume what they get, in sequence, in loops, and by pipes.
-- ==
-- entry: main
-- input { [3i32, 1] } output { [13i32, 2] }
-- input { [0i32, 0, 0] } output { [10i32, 1, 0] }

-- ==
-- entry: looped
-- input { [0i32, 0] 4i32 } output { [40i32, 4] }
-- input { [5i32, 5] 0i32 } output { [5i32, 5] }

-- ==
-- entry: fresh
-- input { 3i64 } output { [10i32, 1, 0] }

def first [n] (xs: *[n]i32) : *[n]i32 = xs with [0] = xs[0] + 10
def second [n] (xs: *[n]i32) : *[n]i32 = xs with [1] = xs[1] + 1
entry main [n] (xs: *[n]i32) : [n]i32 = second (first xs)
entry looped [n] (xs: *[n]i32) (k: i32) : [n]i32 = loop xs for _i < k do first (second xs)
entry fresh (n: i64) : [n]i32 = replicate n 0 |> first |> second
