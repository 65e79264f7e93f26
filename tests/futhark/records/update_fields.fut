-- `with` on fields: one, several in a chain, of nested records; the old record stays as it was.
-- ==
-- entry: main
-- input { 1i32 2i32 } output { 10i32 2i32 1i32 2i32 }

-- ==
-- entry: chains
-- input { 3i32 } output { 5i32 4i32 3i32 }
-- input { 0i32 } output { 5i32 4i32 0i32 }

-- ==
-- entry: nested
-- input { 3i32 } output { 3i32 7i32 4i32 }

type r = {a: i32, b: i32}
entry main (a: i32) (b: i32) : (i32, i32, i32, i32) =
  let r : r = {a, b}
  let s = r with a = 10 * a
  in (s.a, s.b, r.a, r.b)
entry chains (x: i32) : (i32, i32, i32) =
  let r = {a = x, b = x, c = x} with a = 1 with b = 4 with a = 5
  in (r.a, r.b, r.c)
entry nested (x: i32) : (i32, i32, i32) =
  let r = {p = {q = {x, y = x}}, z = x}
  let s = r with p.q.y = 7 with z = x + 1
  in (s.p.q.x, s.p.q.y, s.z)
