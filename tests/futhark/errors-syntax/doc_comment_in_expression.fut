-- A documentation comment stands before a definition.
-- ==
-- error: E0102\]|E0101\]

def f (x: i32) : i32 =
  -- | Not here.
  x
