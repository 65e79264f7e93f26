-- A payload of every type, each with its own place.
-- ==
-- entry: main
-- input { 0i32 } output { 1f64 }
-- input { 1i32 } output { 2f64 }
-- input { 2i32 } output { 3f64 }
-- input { 3i32 } output { 4.5f64 }
-- input { 4i32 } output { 5.5f64 }
-- input { 5i32 } output { 6f64 }
-- input { 6i32 } output { 1f64 }
-- input { 7i32 } output { 0f64 }

type all = #a i8 | #b u16 | #c i64 | #d f32 | #e f64 | #f u64 | #g bool | #h
def make (k: i32) : all =
  match k
  case 0 -> #a 1
  case 1 -> #b 2
  case 2 -> #c 3
  case 3 -> #d 4.5
  case 4 -> #e 5.5
  case 5 -> #f 6
  case 6 -> #g true
  case _ -> #h
entry main (k: i32) : f64 =
  match make k
  case #a x -> f64.i8 x
  case #b x -> f64.u16 x
  case #c x -> f64.i64 x
  case #d x -> f64.f32 x
  case #e x -> x
  case #f x -> f64.u64 x
  case #g x -> f64.bool x
  case #h -> 0
