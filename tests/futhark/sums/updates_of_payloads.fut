-- Arrays taken out of constructors, changed in place and put back.
-- ==
-- entry: main
-- input { 0i32 [1i32, 2, 3] } output { [9i32, 2, 3] }
-- input { 1i32 [1i32, 2, 3] } output { [1i32, 2, 8] }
-- input { 2i32 [1i32, 2, 3] } output { [7i32, 7, 7] }
-- input { 2i32 [1i32] } output { [7i32] }

type t [n] = #a [n]i32 | #b [n]i32 | #c
def make [n] (k: i32) (xs: [n]i32) : t [n] = match k case 0 -> #a xs case 1 -> #b xs case _ -> #c
entry main [n] (k: i32) (xs: [n]i32) : [n]i32 =
  match make k xs
  case #a ys -> copy ys with [0] = 9
  case #b ys -> copy ys with [n - 1] = 8
  case #c -> replicate n 7
