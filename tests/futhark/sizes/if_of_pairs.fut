-- Both parts of a pair have sizes that differ between the branches.
-- ==
-- entry: main
-- input { true [1i32] [2i32, 3] } output { [1i32] [2i32, 3, 1] }
-- input { false [1i32] [2i32, 3] } output { [2i32, 3] [1i32] }

entry main (c: bool) (a: []i32) (b: []i32) : ([]i32, []i32) =
  let (x, y) = if c then (a, b ++ a) else (b, a)
  in (copy x, map id y)
