-- The first case that matches counts, however many do.
-- ==
-- entry: main
-- input { 0i32 0i32 } output { 1i32 }
-- input { 0i32 5i32 } output { 2i32 }
-- input { 5i32 5i32 } output { 3i32 }
-- input { 5i32 0i32 } output { 4i32 }
-- input { 1i32 2i32 } output { 5i32 }

-- ==
-- entry: shadowed
-- input { 3i32 4i32 } output { 7i32 }
-- input { 4i32 4i32 } output { 0i32 }

entry main (a: i32) (b: i32) : i32 =
  match (a, b)
  case (0, 0) -> 1
  case (0, _) -> 2
  case (_, 5) -> 3
  case (x, 0) -> if x > 0 then 4 else 5
  case (_, _) -> 5
entry shadowed (a: i32) (b: i32) : i32 =
  match a - b
  case 0 -> 0
  case a -> a + 2 * b
