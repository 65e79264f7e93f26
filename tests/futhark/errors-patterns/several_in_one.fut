-- A match that lacks a case, inside of one that lacks a case.
-- ==
-- error: no case for `#c`(.|\n)*no case for `#a`|no case for `#a`(.|\n)*no case for `#c`

def f (x: #a | #b | #c) : i32 =
  match x case #a -> 1 case #b -> (match x case #b -> 2 case #c -> 3)
