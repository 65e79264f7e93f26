-- A sum whose arrays have sizes known only at run time.
-- ==
-- entry: main
-- input { [1i32, -2, 3, -4] true } output { 2i64 4i32 }
-- input { [1i32, -2, 3, -4] false } output { 2i64 -6i32 }
-- input { [1i32] false } output { 0i64 0i32 }
-- input { empty([0]i32) true } output { 0i64 0i32 }

type~ part = #pos ([]i32) | #neg ([]i32)
def pick (xs: []i32) (b: bool) : part =
  if b then #pos (filter (> 0) xs) else #neg (filter (< 0) xs)
entry main (xs: []i32) (b: bool) : (i64, i32) =
  match pick xs b
  case #pos ys -> (length ys, i32.sum ys)
  case #neg ys -> (length ys, i32.sum ys)
