-- Options that carry arrays; the size has to be known.
-- ==
-- entry: main
-- input { [1i32, 2, 3] } output { [1i32, 2, 3] }
-- input { [1i32, -2, 3] } output { [0i32, 0, 0] }
-- input { empty([0]i32) } output { empty([0]i32) }

-- ==
-- entry: sum
-- input { [1i32, 2] [3i32, 4] } output { 10i32 }
-- input { [1i32, 2] [-3i32, 4] } output { 3i32 }
-- input { [-1i32, 2] [-3i32, 4] } output { 0i32 }

type opt 'a = #some a | #none
def positive [n] (xs: [n]i32) : opt ([n]i32) = if all (> 0) xs then #some xs else #none
entry main [n] (xs: [n]i32) : [n]i32 =
  match positive xs
  case #some ys -> ys
  case #none -> replicate n 0
def total [n] (o: opt ([n]i32)) : i32 = match o case #some xs -> i32.sum xs case #none -> 0
entry sum [n] (a: [n]i32) (b: [n]i32) : i32 = total (positive a) + total (positive b)
