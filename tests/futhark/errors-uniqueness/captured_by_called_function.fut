-- A local function that was made before reads what is consumed later.
-- ==
-- error: E0401

def f (a: *[]i32) : i32 =
  let g (i: i64) = a[i]
  let d = a with [0] = 1
  in g 0 + d[0]
