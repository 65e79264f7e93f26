-- What converts is the value, not the name that is being bound.
-- ==
-- error: `f32.i32 x` converts

def f (x: i32) : f32 =
  let y : f32 = x
  in y
