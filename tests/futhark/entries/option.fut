-- A sum with payloads: what a constructor does not use is 0 on the way out, and must be on the way in.
-- ==
-- entry: quotient
-- input { 7i32 2i32 } output { 1i8 3i32 }
-- input { 7i32 0i32 } output { 0i8 0i32 }

-- ==
-- entry: or_else
-- input { 1i8 5i32 9i32 } output { 5i32 }
-- input { 0i8 0i32 9i32 } output { 9i32 }
-- input { 0i8 5i32 9i32 } error: an unused slot that is not 0
-- input { 2i8 0i32 9i32 } error: an invalid tag

-- ==
-- entry: find
-- input { [4i32, 5, 6] 5i32 } output { 1i8 1i64 }
-- input { [4i32, 5, 6] 7i32 } output { 0i8 0i64 }
-- input { empty([0]i32) 7i32 } output { 0i8 0i64 }

type option 'a = #none | #some a

entry quotient (a: i32) (b: i32) : option i32 = if b == 0 then #none else #some (a / b)

entry or_else (o: option i32) (default: i32) : i32 =
  match o
  case #none -> default
  case #some x -> x

entry find [n] (xs: [n]i32) (x: i32) : option i64 =
  loop found : option i64 = #none for i < n do
    match found
    case #none -> if xs[i] == x then #some i else #none
    case #some j -> #some j
