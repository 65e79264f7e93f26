-- Two choices between functions.
-- ==
-- error: error\[E0197(.|\n)*E0197

entry main (c: bool) (x: i32) : i32 =
  let f = if c then (+ 1) else (* 2)
  in f x

entry other (x: i32) : i32 = [(+ 1), (+ 2)][0] x
