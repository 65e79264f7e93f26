-- Results with two type parameters, and functions over either side.
-- ==
-- entry: main
-- input { 10i32 2i32 } output { 5i32 0u8 }
-- input { 10i32 0i32 } output { -1i32 1u8 }
-- input { 1000i32 2i32 } output { -1i32 2u8 }

-- ==
-- entry: mapped
-- input { 10i32 2i32 } output { 7i32 }
-- input { 10i32 0i32 } output { -101i32 }

type result 'e 'a = #err e | #ok a
def map_ok 'e 'a 'b (f: a -> b) (r: result e a) : result e b = match r case #ok x -> #ok (f x) case #err e -> #err e
def map_err 'e 'f 'a (f: e -> f) (r: result e a) : result f a = match r case #ok x -> #ok x case #err e -> #err (f e)
def divide (a: i32) (b: i32) : result u8 i32 =
  if b == 0 then #err 1 else if a / b > 100 then #err 2 else #ok (a / b)
entry main (a: i32) (b: i32) : (i32, u8) = match divide a b case #ok x -> (x, 0) case #err e -> (-1, e)
entry mapped (a: i32) (b: i32) : i32 =
  match map_err (\e -> -100 - i32.u8 e) (map_ok (+ 2) (divide a b))
  case #ok x -> x
  case #err e -> e
