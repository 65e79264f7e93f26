-- The place is the literal, not the whole match.
-- ==
-- error: error\[E0103\]: 300 does not fit u8(.|\n)*\| +\^\^\^ the numbers of u8

def f (x: u8) : bool =
  match x
  case 300 -> true
  case _ -> false
