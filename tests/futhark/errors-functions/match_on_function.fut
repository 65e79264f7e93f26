-- A function as what is matched may be bound.
-- ==
-- error: error\[E0197\]: a function must be known at compile time

entry main (k: i32) (x: i32) : i32 =
  match (k, \y -> y + x)
  case (0, f) -> (match x case 1 -> f case _ -> \z -> z) 2
  case (_, f) -> f 3
