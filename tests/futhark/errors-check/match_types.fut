-- The cases of a match give different types.
-- ==
-- error: error\[E030[14]\]: .*bool

entry main (x: i32) : i32 =
  match x
  case 0 -> 1
  case _ -> true
