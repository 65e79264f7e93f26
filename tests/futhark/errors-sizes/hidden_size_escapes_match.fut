-- The size of a payload that one case makes is not known outside of it.
-- ==
-- error: E0501

def f (x: #a i64 | #b) : i64 =
  let xs = match x case #a n -> iota n case #b -> [1, 2]
  let ys : [2]i64 = xs
  in length ys
