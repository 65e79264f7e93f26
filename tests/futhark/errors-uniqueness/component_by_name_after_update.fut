-- A component is used by the pair's name after it was consumed through a copy of the pair.
-- ==
-- error: E0401

def f (a: *[]i32) (b: []i32) : i32 =
  let c = (a, b)
  let d = c.0 with [0] = 1
  in c.0[0] + d[0]
