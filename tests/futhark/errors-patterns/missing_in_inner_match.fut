-- An inner match is complete for itself.
-- ==
-- error: no case for `#b`

def f (x: #a | #b) (y: #a | #b) : i32 =
  match x
  case #a -> (match y case #a -> 1)
  case #b -> 3
