-- An update comes first, and the function after it; what functions do inside is no matter for the binding.
-- ==
-- entry: before
-- input { [3, 4] } output { 5 }

-- ==
-- entry: inside
-- input { [3, 4] } output { [7, 4] [8, 4] }

entry before (xs: *[2]i32) : i32 =
  let ys = xs with [0] = 1
  let g = \(i: i64) -> ys[i]
  in g 0 + g 1

entry inside (xs: [2]i32) : ([2]i32, [2]i32) =
  let put = \(k: i32) -> let ys = copy xs in ys with [0] = k
  let (put_more, more) = (\(k: i32) -> put (k + 1), 7)
  in (put more, put_more more)
