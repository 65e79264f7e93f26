-- A field that does not exist has no known type, so what is made of it is not mistaken.
-- ==
-- error: error\[E0303\]: there is no field `b` here

def f (r: {a: i32}) : i32 =
  let y = r.b + 1
  in if y > 2 then y else 0
