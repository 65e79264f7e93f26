-- Bodies that are functions, of entry points that consume their parameters.
-- ==
-- entry: element
-- input { [1, 2, 3] 0i64 } output { 9 }
-- input { [1, 2, 3] 2i64 } output { 3 }
-- input { [1, 2, 3] 3i64 } error: out of bounds

entry element [n] (xs: *[n]i32) : i64 -> i32 =
  let ys = xs with [0] = 9
  in \i -> ys[i]

-- ==
-- entry: scaled
-- input { [1, 2, 3] 10 2 } output { 94 }

entry scaled [n] (xs: *[n]i32, k: i32) : i32 -> i32 =
  let ys = xs with [0] = 7
  in \l -> k * i32.sum ys - 13 * l

-- ==
-- entry: ignored
-- input { [1, 2, 3] 5 } output { 0u8 }

entry ignored [n] (xs: *[n]i32) = \(x: i32) -> 0u8
