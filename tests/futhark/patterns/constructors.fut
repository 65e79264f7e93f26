-- Patterns of constructors with several payloads, literals, tuples and records inside.
-- ==
-- entry: area
-- input { 0i32 2f64 3f64 } output { 12f64 }
-- input { 1i32 2f64 3f64 } output { 6f64 }
-- input { 2i32 2f64 3f64 } output { 4f64 }
-- input { 3i32 2f64 3f64 } output { 0f64 }
-- input { 1i32 0f64 3f64 } output { -1f64 }

type shape = #disc f64 | #box f64 f64 | #square {side: f64, at: (i32, i32)} | #point
def make (k: i32) (a: f64) (b: f64) : shape =
  if k == 0 then #disc a else if k == 1 then #box a b else if k == 2 then #square {side = a, at = (k, k)} else #point
entry area (k: i32) (a: f64) (b: f64) : f64 =
  match make k a b
  case #disc r -> 3 * r * r
  case #box 0 _ -> -1
  case #box w h -> w * h
  case #square {side, at = (_, 2)} -> side * side
  case #square _ -> 100
  case #point -> 0
