-- Arrays of sums, with arrays in those, inside of a constructor: each is without elements where nothing uses it.
-- ==
-- entry: make
-- input { 0i32 } output { 0i8 empty([0]i8) empty([0][0]i32) 0i32 }
-- input { 1i32 } output { 1i8 [1i8, 0] [[0i32, 0], [7, 7]] 0i32 }
-- input { 2i32 } output { 1i8 [1i8, 1] empty([2][0]i32) 0i32 }
-- input { 3i32 } output { 2i8 empty([0]i8) empty([0][0]i32) 5i32 }

-- ==
-- entry: count
-- input { 1i8 [1i8, 0] [[0i32, 0], [7, 8]] 0i32 } output { 15i32 }
-- input { 2i8 empty([0]i8) empty([0][0]i32) 5i32 } output { 5i32 }
-- input { 1i8 [1i8, 0] [[7i32, 8]] 0i32 } error: argument `t` has arrays of shapes \[1\]\[2\] and \[2\]\[2\]

def two : [2](#x [2]i32 | #y) = [#y, #x [7, 7]]
def none : [2](#x [2]i32 | #y) = [#y, #y]

entry make (k: i32) : #a | #b [2](#x [2]i32 | #y) | #c i32 =
  if k == 0 then #a else if k == 1 then #b (copy two) else if k == 2 then #b (copy none) else #c 5

entry count (t: #a | #b [](#x [2]i32 | #y) | #c i32) : i32 =
  match t
  case #a -> 0
  case #b xs -> i32.sum (map (\x -> match x case #x ys -> i32.sum ys case #y -> 0) xs)
  case #c k -> k
