-- One call of `filter` is one size, however often its value is used.
-- ==
-- entry: main
-- input { [1i32, -2i32, 3i32] } output { [2i32, 6i32] }

entry main (xs: []i32) : []i32 =
  let ps = filter (> 0) xs
  in map2 (+) ps ps
