-- A recursive function that gives a sum holding an array whose size it alone knows.
-- ==
-- entry: main
-- input { [-3i32, -1, 2, 7] } output { 0i32 [2i32, 7] }
-- input { [3i32] } output { 0i32 [3i32] }
-- input { [-5i32] } output { 0i32 empty([0]i32) }
-- input { [-5i32, -200] } output { 1i32 empty([0]i32) }

type found [n] = #rest ([n]i32) | #stop i32

def without (k: i32) (xs: []i32) : ?[k].found [k] =
  if null xs then #rest xs
  else if xs[0] < -100 then (#stop k : found [0])
  else if xs[0] < 0 then without (k + 1) (tail xs)
  else #rest xs

entry main (xs: []i32) : (i32, []i32) =
  match without 0 xs
  case #rest ys -> (0, ys)
  case #stop k -> (k, [])
