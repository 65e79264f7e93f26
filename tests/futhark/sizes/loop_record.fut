-- A record of arrays as a loop's value: each field keeps its size or not.
-- ==
-- entry: main
-- input { [1i32, 2i32] } output { [8i32, 16i32] [0i64, 1i64, 2i64] }

entry main [n] (xs: [n]i32) : ([n]i32, []i64) =
  let r = loop r = {same = xs, other = iota 0} for i < 3 do {same = map2 (+) r.same r.same, other = iota (i + 1)}
  in (r.same, r.other)
