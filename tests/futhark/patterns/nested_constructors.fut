-- Constructors inside of constructors.
-- ==
-- entry: main
-- input { 0i32 5i32 } output { 5i32 }
-- input { 1i32 5i32 } output { 15i32 }
-- input { 2i32 5i32 } output { 105i32 }
-- input { 3i32 5i32 } output { -1i32 }
-- input { 0i32 0i32 } output { 777i32 }

type inner = #x i32 | #y
type outer = #one inner | #two (inner, i32) | #none
def make (k: i32) (n: i32) : outer =
  match k
  case 0 -> #one (#x n)
  case 1 -> #two (#x n, 10)
  case 2 -> #two (#y, 100 + n)
  case _ -> #none
entry main (k: i32) (n: i32) : i32 =
  match make k n
  case #one (#x 0) -> 777
  case #one (#x a) -> a
  case #one #y -> 0
  case #two (#x a, b) -> a + b
  case #two (#y, b) -> b
  case #none -> -1
