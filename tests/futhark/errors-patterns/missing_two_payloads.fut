-- One combination of payloads has no case.
-- ==
-- error: no case for `#p false true`

def f (x: #p bool bool) : i32 = match x case #p true _ -> 1 case #p _ false -> 2
