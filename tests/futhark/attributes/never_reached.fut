-- Cases of a match that no value reaches, because those before match all that they match.
-- ==
-- warning: this case is never reached

-- ==
-- entry: number
-- input { 1i32 } output { 10i32 }
-- input { 2i32 } output { 20i32 }
-- input { 3i32 } output { 0i32 }

-- ==
-- entry: pair
-- input { true 0i32 } output { 1i32 }
-- input { false 0i32 } output { 2i32 }
-- input { false 5i32 } output { 3i32 }

-- ==
-- entry: choice
-- input { 0i32 } output { 0i32 }
-- input { 1i32 } output { 2i32 }
-- input { 2i32 } output { 1i32 }

entry number (x: i32) : i32 =
  match x
  case 1 -> 10
  case 2 -> 20
  case 1 -> 30
  case _ -> 0

entry pair (b: bool) (x: i32) : i32 =
  match (b, x)
  case (true, _) -> 1
  case (false, 0) -> 2
  case (_, 0) -> 4
  case (false, _) -> 3

type choice = #none | #one i32 | #two i32 i32

entry choice (x: i32) : i32 =
  let c : choice = if x == 0 then #none else if x == 1 then #one 2 else #two x (x - 1)
  in match c
     case #one y -> y
     case #none -> 0
     case #two _ y -> y
     case #two 3 _ -> 7
