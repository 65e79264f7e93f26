-- Matches without a wildcard that still cover everything.
-- ==
-- entry: bits
-- input { true 1i32 } output { 1i32 }
-- input { false 1i32 } output { 4i32 }
-- input { true 0i32 } output { 2i32 }
-- input { false 0i32 } output { 3i32 }

-- ==
-- entry: sums
-- input { 0i32 true } output { 0i32 }
-- input { 0i32 false } output { 1i32 }
-- input { 1i32 true } output { 2i32 }
-- input { 1i32 false } output { 3i32 }

entry bits (b: bool) (x: i32) : i32 =
  match (b, x > 0)
  case (true, true) -> 1
  case (true, false) -> 2
  case (false, false) -> 3
  case (false, true) -> 4
entry sums (k: i32) (b: bool) : i32 =
  let v : #left bool | #right bool = if k == 0 then #left b else #right b
  in match v
     case #left true -> 0
     case #right false -> 3
     case #left false -> 1
     case #right true -> 2
