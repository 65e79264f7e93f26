-- A pattern of a tuple for a number.
-- ==
-- error: error\[E0301\]: .*i32

entry main (x: i32) : i32 =
  match x
  case (a, b) -> a + b
