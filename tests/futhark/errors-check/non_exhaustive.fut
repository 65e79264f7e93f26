-- A match that leaves out a constructor with a certain payload; the missing cases are listed.
-- ==
-- error: no case for `#maybe \(_, false\)`

type answer = #yes | #no | #maybe (i32, bool)

def weight (a: answer) : i32 =
  match a
  case #yes -> 1
  case #maybe (x, true) -> x
  case #no -> 0

entry main (x: i32) : i32 = weight (#maybe (x, x > 0))
