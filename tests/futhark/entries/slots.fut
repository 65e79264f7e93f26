-- Constructors share slots of the same scalar type, in order; other types have slots of their own.
-- ==
-- entry: make
-- input { 0i32 } output { 0i8 1i32 2i32 0f32 false }
-- input { 1i32 } output { 1i8 3i32 0i32 4f32 false }
-- input { 2i32 } output { 2i8 5i32 6i32 0f32 true }
-- input { 3i32 } output { 3i8 0i32 0i32 0f32 false }

-- ==
-- entry: weigh
-- input { 0i8 1i32 2i32 0f32 false } output { 12i32 }
-- input { 1i8 3i32 0i32 4f32 false } output { 34i32 }
-- input { 2i8 5i32 6i32 0f32 true } output { 156i32 }
-- input { 3i8 0i32 0i32 0f32 false } output { 0i32 }
-- input { 3i8 0i32 0i32 0f32 true } error: an unused slot that is not 0
-- input { 1i8 3i32 1i32 4f32 false } error: an unused slot that is not 0

type t = #a i32 i32 | #b f32 i32 | #c bool (i32, i32) | #d

entry make (k: i32) : t =
  if k == 0 then #a 1 2 else if k == 1 then #b 4 3 else if k == 2 then #c true (5, 6) else #d

entry weigh (x: t) : i32 =
  match x
  case #a p q -> 10 * p + q
  case #b p q -> i32.f32 p + 10 * q
  case #c b (p, q) -> (if b then 100 else 0) + 10 * p + q
  case #d -> 0
