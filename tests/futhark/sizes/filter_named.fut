-- `let [k]` gives the size of a `filter` a name.
-- ==
-- entry: main
-- input { [1i32, -2i32, 3i32] } output { [1i32, 3i32] [0i64, 1i64] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i64) }

entry main (xs: []i32) : ([]i32, []i64) =
  let [k] (ps: [k]i32) = filter (> 0) xs
  in (ps, iota k)
