-- Numbers are never all listed.
-- ==
-- error: no case for `\(_, true\)`

entry main (x: i32) : i32 =
  match (x, x > 0)
  case (0, _) -> 0
  case (1, true) -> 1
  case (_, false) -> 2
