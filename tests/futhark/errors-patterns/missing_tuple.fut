-- One combination of two bools has no case.
-- ==
-- error: no case for `\(false, true\)`

def f (x: bool) (y: bool) : i32 =
  match (x, y) case (true, _) -> 1 case (_, false) -> 2
