-- Each branch consumes another array; afterwards the result only is used.
-- ==
-- entry: main
-- input { true [1i32, 2] [3i32, 4] } output { [0i32, 2] }
-- input { false [1i32, 2] [3i32, 4] } output { [3i32, 0] }

entry main (c: bool) (a: *[2]i32) (b: *[2]i32) : *[2]i32 =
  match (c, 1)
  case (true, _) -> a with [0] = 0
  case (false, 1) -> b with [1] = 0
  case _ -> a
