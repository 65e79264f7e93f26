-- The value of a `let` has the written type.
-- ==
-- error: error\[E0301\]: expected f32, found i32

def f (x: i32) : f32 =
  let y : f32 = x
  in y
