-- One name twice in a pattern.
-- ==
-- error: error\[E0204\]: .*`a`

entry main (x: i32) : i32 =
  let (a, (b, a)) = (x, (1, 2))
  in a + b
