-- The empty record, which is the empty tuple: as value, type, parameter, and variable of a loop.
-- ==
-- entry: main
-- input { 3i32 } output { 3i32 true }
-- input { 0i32 } output { 0i32 true }

-- ==
-- entry: looped
-- input { 5i32 } output { 5i32 }
-- input { 0i32 } output { 0i32 }

def constant (_: {}) (x: i32) : i32 = x
entry main (x: i32) : (i32, bool) =
  let e : {} = {}
  in (constant e x, e == ())
entry looped (n: i32) : i32 =
  let (_, k) = loop ((), k) = ((), 0) for _i < n do ((), k + 1)
  in k
