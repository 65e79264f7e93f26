-- Sums as results of `if` and of `match`, ascribed or inferred.
-- ==
-- entry: main
-- input { 1i32 } output { 101i32 }
-- input { 0i32 } output { 0i32 }
-- input { -7i32 } output { 207i32 }

-- ==
-- entry: converted
-- input { 0i32 3i32 } output { 3i32 }
-- input { 1i32 3i32 } output { -3i32 }

def classify (x: i32) : #pos i32 | #neg i32 | #zero =
  if x > 0 then #pos x else if x == 0 then #zero else #neg (-x)
def weigh (x: i32) : i32 =
  match classify x
  case #pos y -> 100 + y
  case #neg y -> 200 + y
  case #zero -> 0
entry main (x: i32) : i32 = weigh x
type t = #l i32 | #r i32
def swap (v: t) : t = match v case #l x -> #r x case #r x -> #l x
entry converted (k: i32) (x: i32) : i32 =
  match swap (if k == 0 then #r x else #l x)
  case #l y -> y
  case #r y -> -y
