-- Updates in one branch of a condition or of a match.
-- ==
-- entry: main
-- input { [1i32, 2] true } output { [9i32, 2] }
-- input { [1i32, 2] false } output { [1i32, 2] }

-- ==
-- entry: matched
-- input { [1i32, 2] 0i32 } output { [0i32, 2] }
-- input { [1i32, 2] 1i32 } output { [1i32, 1] }
-- input { [1i32, 2] 2i32 } output { [7i32, 7] }

-- ==
-- entry: bubble
-- input { [3i32, 1, 2] } output { [1i32, 2, 3] }
-- input { [1i32] } output { [1i32] }
-- input { empty([0]i32) } output { empty([0]i32) }

entry main [n] (xs: *[n]i32) (c: bool) : [n]i32 = if c then xs with [0] = 9 else xs
entry matched (xs: *[2]i32) (k: i32) : [2]i32 =
  match k
  case 0 -> xs with [0] = 0
  case 1 -> xs with [1] = 1
  case _ -> replicate 2 7
entry bubble [n] (xs: *[n]i32) : [n]i32 =
  loop xs for i < n do
    loop xs for j < n - 1 - i do
      if xs[j] > xs[j + 1] then (let t = xs[j] let xs[j] = xs[j + 1] let xs[j + 1] = t in xs) else xs
