-- An entry point that calls itself with a sum.
-- ==
-- entry: down
-- input { 0i8 4i32 0i32 } output { 1i8 0i32 10i32 }
-- input { 1i8 0i32 7i32 } output { 1i8 0i32 7i32 }

type state = #done i32 | #at i32 i32

entry down (k: #at i32 i32 | #stop i32 i32) : #at i32 i32 | #stop i32 i32 =
  match k
  case #stop a b -> #stop a b
  case #at n s -> if n == 0 then #stop 0 s else down (#at (n - 1) (s + n))
