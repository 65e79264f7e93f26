-- Records with numeric fields are tuples, however they are written.
-- ==
-- entry: main
-- input { 1i32 2i32 } output { 1i32 2i32 3i32 true }
-- input { 5i32 5i32 } output { 5i32 5i32 10i32 true }

-- ==
-- entry: updated
-- input { 1i32 2i32 } output { 7i32 2i32 }
-- input { 0i32 9i32 } output { 7i32 9i32 }

entry main (a: i32) (b: i32) : (i32, i32, i32, bool) =
  let t : (i32, i32) = {0 = a, 1 = b}
  let u : {0: i32, 1: i32} = (a, b)
  in (t.0, u.1, u.0 + t.1, t == u)
entry updated (a: i32) (b: i32) : (i32, i32) = {1 = b, 0 = a} with 0 = 7
