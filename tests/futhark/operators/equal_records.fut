-- Equality of records does not depend on the order of their fields.
-- ==
-- entry: main
-- input { 1i32 2f64 1i32 2f64 } output { true false true }
-- input { 1i32 2f64 1i32 3f64 } output { false true false }

-- ==
-- entry: nested
-- input { 3i32 3i32 } output { true true }
-- input { 3i32 4i32 } output { false false }

type r = {a: i32, b: f64}
entry main (a: i32) (b: f64) (c: i32) (d: f64) : (bool, bool, bool) =
  let x : r = {a, b}
  let y : r = {b = d, a = c}
  in (x == y, x != y, y == x)
entry nested (a: i32) (b: i32) : (bool, bool) =
  let deep x = {one = {two = {three = x, four = (x, true)}}}
  in (deep a == deep b, (deep a).one == (deep b).one)
