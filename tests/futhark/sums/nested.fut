-- Sums inside of sums, where an inner and an outer constructor share a name.
-- ==
-- entry: main
-- input { 0i32 4i32 } output { 4i32 }
-- input { 1i32 4i32 } output { 40i32 }
-- input { 2i32 4i32 } output { 400i32 }
-- input { 3i32 4i32 } output { 0i32 }

-- ==
-- entry: wrapped_twice
-- input { 2i32 } output { 2i32 }
-- input { -1i32 } output { -10i32 }
-- input { -2i32 } output { -20i32 }

type inner = #a i32 | #b i32
type outer = #a inner | #b i32 | #c
def make (k: i32) (x: i32) : outer =
  if k == 0 then #a (#a x) else if k == 1 then #a (#b x) else if k == 2 then #b x else #c
entry main (k: i32) (x: i32) : i32 =
  match make k x
  case #a (#a y) -> y
  case #a (#b y) -> 10 * y
  case #b y -> 100 * y
  case #c -> 0
type opt 'a = #some a | #none
entry wrapped_twice (x: i32) : i32 =
  let o : opt (opt i32) = if x >= 0 then #some (#some x) else if x == -1 then #some #none else #none
  in match o
     case #some (#some y) -> y
     case #some #none -> -10
     case #none -> -20
