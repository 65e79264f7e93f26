-- `let` without an expression after it.
-- ==
-- error: error\[E0102\]: unexpected

def f (x: i32) : i32 =
  let y = x + 1

def g (x: i32) : i32 = x
