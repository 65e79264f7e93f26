-- Consumed records and arrays of tuples are updated in place.
-- ==
-- entry: push
-- input { [1i32, 2, 0, 0] 2i64 9i32 } output { [1i32, 2, 9, 0] 3i64 }
-- input { [1i32] 1i64 9i32 } error: Index \[1\] out of bounds

-- ==
-- entry: mark
-- input { [1i32, 2, 3] [false, false, false] 1i64 } output { [1i32, 2, 3] [false, true, false] }

-- ==
-- entry: both
-- input { [1i32, 2] 0i64 } output { [9i32, 2] [1i32, 2] }

type stack [n] = {items: [n]i32, size: i64}

entry push [n] (s: *stack [n]) (x: i32) : *stack [n] =
  {items = s.items with [s.size] = x, size = s.size + 1}

entry mark [n] (ps: *[n](i32, bool)) (i: i64) : *[n](i32, bool) = ps with [i] = (ps[i].0, true)

entry both [n] (xs: [n]i32) (i: i64) : {after: [n]i32, before: [n]i32} = {before = xs, after = copy xs with [i] = 9}
