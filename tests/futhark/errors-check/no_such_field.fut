-- A projection of a field that the record does not have.
-- ==
-- error: error\[E0303\]: .*`z`

entry main (x: i32) : i32 =
  let p = {x, y = 2 * x}
  in p.x + p.z
