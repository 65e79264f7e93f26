-- The place is the literal, not the whole match.
-- ==
-- error: error\[E0103\]: 300 does not fit in u8(.|\n)*\| +\^\^\^ u8 ranges from 0 to 255

def f (x: u8) : bool =
  match x
  case 300 -> true
  case _ -> false
