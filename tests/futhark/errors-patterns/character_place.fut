-- The same for a character.
-- ==
-- error: error\[E0103\]: 8364 does not fit in u8(.|\n)*\| +\^\^\^ u8 ranges from 0 to 255

def f (x: (u8, bool)) : bool =
  match x
  case ('€', _) -> true
  case _ -> false
