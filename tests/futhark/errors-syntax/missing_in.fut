-- `let` before another keyword needs `in`.
-- ==
-- error: error\[E0102\]: unexpected `match`

def f (x: i32) : i32 =
  let y = (x + 1)
  match y case _ -> 2
