-- Booleans as patterns: both are all there are, alone and in tuples.
-- ==
-- entry: number
-- input { true } output { 1i32 }
-- input { false } output { 0i32 }

-- ==
-- entry: majority
-- input { true true false } output { true }
-- input { true false false } output { false }
-- input { false true true } output { true }
-- input { false false true } output { false }

-- ==
-- entry: implies
-- input { [true, true, false, false] [true, false, true, false] } output { [true, false, true, true] }
-- input { empty([0]bool) empty([0]bool) } output { empty([0]bool) }

entry number (b: bool) : i32 = match b case true -> 1 case false -> 0
entry majority (a: bool) (b: bool) (c: bool) : bool =
  match (a, b, c)
  case (true, true, _) -> true
  case (false, false, _) -> false
  case (_, _, x) -> x
entry implies [n] (a: [n]bool) (b: [n]bool) : [n]bool =
  map2 (\x y -> match (x, y) case (true, false) -> false case (_, true) -> true case (false, _) -> true) a b
