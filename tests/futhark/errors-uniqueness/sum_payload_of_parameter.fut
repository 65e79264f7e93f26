-- The payload of a parameter that is not marked.
-- ==
-- error: E0402

entry main (x: #a ([]i32) | #b) : []i32 =
  match x
  case #a xs -> xs with [0] = 1
  case #b -> []
