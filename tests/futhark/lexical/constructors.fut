-- Names of constructors with digits, underscores and primes; they have a name space of their own.
-- ==
-- entry: main
-- input { 0i32 } output { 1i32 }
-- input { 1i32 } output { 2i32 }
-- input { 2i32 } output { 4i32 }
-- input { 3i32 } output { 8i32 }

type c = #a | #a' | #a_1 | #_b
def a (x: i32) : c =
  match x
  case 0 -> #a
  case 1 -> #a'
  case 2 -> #a_1
  case _ -> #_b
entry main (x: i32) : i32 =
  match a x
  case #a -> 1
  case #a' -> 2
  case #a_1 -> 4
  case #_b -> 8
