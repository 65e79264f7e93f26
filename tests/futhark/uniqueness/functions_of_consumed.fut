-- What is bound to a function may consume an array on the way: that happens once, before the function is applied.
-- ==
-- entry: closure
-- input { [5, 6] } output { 7 }

-- ==
-- entry: in_tuple
-- input { [5, 6] } output { 4 }

-- ==
-- entry: partial
-- input { [5, 6] } output { 7 }

-- ==
-- entry: updated_twice
-- input { [5, 6] } output { 3 }

entry closure (xs: *[2]i32) : i32 =
  let g = (let ys = xs with [0] = 1 in \(i: i64) -> ys[i])
  in g 0 + g 1

entry in_tuple (xs: *[2]i32) : i32 =
  let (g, k) = (let ys = xs with [0] = 1 in (\(i: i64) -> ys[i], 3))
  in g 0 + k

def at (xs: [2]i32) (i: i64) = xs[i]

entry partial (xs: *[2]i32) : i32 = let g = at (xs with [0] = 1) in g 0 + g 1

entry updated_twice (xs: *[2]i32) : i32 =
  let g = at (let ys = xs with [0] = 1 in ys with [1] = 2)
  let h = (let f = g in \i -> f i)
  in g 0 + h 1
