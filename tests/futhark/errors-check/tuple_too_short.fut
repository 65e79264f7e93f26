-- A pattern with more components than the tuple.
-- ==
-- error: error\[E0301\]: .*\(i32, i32\)

entry main (x: i32) : i32 =
  let (a, b, c) = (x, x + 1)
  in a + b + c
