-- Two updates of a wrong type.
-- ==
-- error: error\[E0301\]: .*i32.*bool(.|\n)*E0301\]: .*i32.*f32

def f (xs: *[]i32) (b: bool) (y: f32) : []i32 =
  let xs[0] = b
  let xs[1] = y
  in xs
