-- A number after a point is the field of a tuple, also after another such, and no float.
-- ==
-- entry: tuples
-- input { 1i32 2i32 3i32 } output { 1i32 2i32 3i32 }
-- input { 0i32 0i32 0i32 } output { 0i32 0i32 0i32 }

-- ==
-- entry: floats
-- input { } output { 1.5f64 0.5f64 }

-- ==
-- entry: many
-- input { 1i32 } output { 11i32 12i32 }

entry tuples (a: i32) (b: i32) (c: i32) : (i32, i32, i32) =
  let t = ((a, b), (c, (a, b)))
  in (t.0.0, t.1.1.1, t.1.0)
entry floats =
  let t = (1.5, (0.5, 1))
  in (t.0, t.1.0)
entry many (x: i32) : (i32, i32) =
  let t = (x, x, x, x, x, x, x, x, x, x, x + 10, x + 11)
  in (t.10, t.11)
