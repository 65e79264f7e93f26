-- The same for a character.
-- ==
-- error: error\[E0103\]: 8364 does not fit u8(.|\n)*\| +\^\^\^ the numbers of u8

def f (x: (u8, bool)) : bool =
  match x
  case ('€', _) -> true
  case _ -> false
