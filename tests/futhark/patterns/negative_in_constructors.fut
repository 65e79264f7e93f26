-- Negative numbers, booleans and characters inside of constructors and tuples.
-- ==
-- entry: main
-- input { 0i32 -1i32 } output { 1i32 }
-- input { 0i32 5i32 } output { 2i32 }
-- input { 1i32 97i32 } output { 3i32 }
-- input { 1i32 98i32 } output { 98i32 }
-- input { 2i32 1i32 } output { 4i32 }
-- input { 2i32 0i32 } output { 5i32 }

type t = #num i32 | #char u8 | #flag bool
def make (k: i32) (x: i32) : t = if k == 0 then #num x else if k == 1 then #char (u8.i32 x) else #flag (x > 0)
entry main (k: i32) (x: i32) : i32 =
  match make k x
  case #num (-1) -> 1
  case #num _ -> 2
  case #char 'a' -> 3
  case #char c -> i32.u8 c
  case #flag true -> 4
  case #flag false -> 5
