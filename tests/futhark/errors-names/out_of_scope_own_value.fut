-- A `let` does not see its own name.
-- ==
-- error: error\[E0201\]: `y` is not defined

def f (x: i32) : i32 =
  let y = y + x
  in y
