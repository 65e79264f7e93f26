-- Programs that fail while they run: in loops, in traversals, in functions that they call.
-- ==
-- entry: walks_off
-- input { [1i64, 2, 0] 5 } output { 2i64 }
-- input { [1i64, 2, 7] 5 } error: Index \[7\] out of bounds for array of shape \[3\]
-- input { [1i64, 2, 7] 3 } output { 7i64 }

-- ==
-- entry: inverses
-- input { [1, 2, 4] } output { [100, 50, 25] }
-- input { [1, 0, 4] } error: ivision by zero
-- input { empty([0]i32) } output { empty([0]i32) }

-- ==
-- entry: checked
-- input { [3, 1] } output { 4 }
-- input { [3, -1] } error: ssert

-- ==
-- entry: not_reached
-- input { [1, 2] 1i64 } output { 2 0 }
-- input { [1, 2] 2i64 } output { 0 0 }
-- input { [1, 2] -1i64 } output { 0 0 }

-- ==
-- entry: nested
-- input { [[1, 2], [3, 4]] [0i64, 1] } output { [1, 4] }
-- input { [[1, 2], [3, 4]] [0i64, 2] } error: Index \[2\] out of bounds for array of shape \[2\]

-- ==
-- entry: sliced
-- input { [1, 2, 3, 4] [0i64, 1, 2] } output { 15 }
-- input { [1, 2, 3, 4] [0i64, 3] } error: Index \[3:5\] out of bounds for array of shape \[4\]

-- ==
-- entry: updated
-- input { 3i64 2i64 } output { [0, 0, 1] }
-- input { 3i64 3i64 } error: Index \[3\] out of bounds for array of shape \[3\]
-- input { 0i64 0i64 } error: out of bounds

-- ==
-- entry: first_of_none
-- input { [1, 5, 9] 4 } output { 5 }
-- input { [1, 5, 9] 10 } error: Index \[0\] out of bounds for array of shape \[0\]

entry walks_off (next: []i64) (steps: i32) : i64 = loop at = 0 for _i < steps do next[at]

def inverse (x: i32) = 100 / x

entry inverses (xs: []i32) = map inverse xs
entry checked (xs: []i32) = loop s = 0 for x in xs do assert (x > 0) (s + x)

entry not_reached [n] (xs: [n]i32) (i: i64) =
  (if i >= 0 && i < n then xs[i] else 0, loop y = 0 while y > 0 do xs[n + 5])

entry nested [n] (xss: [n][]i32) (is: []i64) =
  let is = is :> [n]i64
  in map2 (\xs i -> let pick (ys: []i32) = ys[i] in pick xs) xss is

entry sliced (xs: []i32) (is: []i64) = loop s = 0 for i in is do s + i32.sum xs[i:i + 2]
entry updated (n: i64) (i: i64) : [n]i32 = replicate n 0 with [i] = 1
entry first_of_none (xs: []i32) (limit: i32) = head (filter (> limit) xs)
