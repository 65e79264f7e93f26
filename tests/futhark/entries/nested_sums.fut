-- Sums in sums: the inner tag takes a slot like any other number, which the other constructors may share.
-- ==
-- entry: kind
-- input { 0i8 0i8 5i8 } output { 5i32 }
-- input { 0i8 1i8 0i8 } output { -1i32 }
-- input { 1i8 9i8 0i8 } output { 9i32 }
-- input { 0i8 2i8 0i8 } error: an invalid tag
-- input { 0i8 1i8 5i8 } error: an unused slot that is not 0

-- ==
-- entry: wrap
-- input { 0i32 } output { 1i8 0i8 [1i8, 2] empty([0]i8) }
-- input { 1i32 } output { 1i8 1i8 empty([0]i8) [3i8] }
-- input { 2i32 } output { 0i8 0i8 empty([0]i8) empty([0]i8) }

-- ==
-- entry: flipped
-- input { 1i8 [0i8, 1] [4u8, 0] } output { 1i8 [1i8, 0] [0u8, 4] }
-- input { 0i8 empty([0]i8) empty([0]u8) } output { 0i8 empty([0]i8) empty([0]u8) }
-- input { 1i8 [0i8, 2] [4u8, 0] } error: an invalid tag

entry kind (x: #inner (#p i8 | #q) | #outer i8) : i32 =
  match x
  case #inner (#p k) -> i32.i8 k
  case #inner #q -> -1
  case #outer k -> i32.i8 k

entry wrap (k: i32) : #no | #yes (#left [2]i8 | #right [1]i8) =
  if k == 0 then #yes (#left [1, 2]) else if k == 1 then #yes (#right [3]) else #no

entry flipped [k] (x: #no | #yes [k](#a u8 | #b)) : #no | #yes [k](#a u8 | #b) =
  match x
  case #no -> #no
  case #yes ys -> #yes (reverse ys)
