-- Payloads of one type in several constructors share their places; the values stay apart.
-- ==
-- entry: main
-- input { 0i32 1i32 2i32 } output { 3i32 }
-- input { 1i32 5i32 2i32 } output { 3i32 }
-- input { 2i32 5i32 2i32 } output { 10i32 }
-- input { 3i32 5i32 2i32 } output { -5i32 }

-- ==
-- entry: changed
-- input { 7i32 } output { [7i32, 14, 21, 28] }

type op = #add i32 i32 | #sub i32 i32 | #mul i32 i32 | #neg i32
def run (o: op) : i32 =
  match o
  case #add a b -> a + b
  case #sub a b -> a - b
  case #mul a b -> a * b
  case #neg a -> -a
def make (k: i32) (a: i32) (b: i32) : op =
  if k == 0 then #add a b else if k == 1 then #sub a b else if k == 2 then #mul a b else #neg a
entry main (k: i32) (a: i32) (b: i32) : i32 = run (make k a b)
entry changed (x: i32) : [4]i32 =
  let ops : [4]op = [#neg (-x), #add x x, #mul x 3, #sub (5 * x) x]
  in map run ops
