-- One combination of a record's fields has no case.
-- ==
-- error: no case for `\{a = false, b = #n\}`

def f (r: {a: bool, b: #y | #n}) : i32 =
  match r case {a = true, b = _} -> 1 case {a = _, b = #y} -> 2
