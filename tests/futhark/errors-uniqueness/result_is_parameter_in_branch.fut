-- One branch gives the parameter itself.
-- ==
-- error: error\[E0403\]: .*`positive`

def positive [n] (c: bool) (xs: [n]i32) : *[n]i32 =
  if c then xs else map i32.abs xs

entry main [n] (xs: [n]i32) : [n]i32 = positive true xs
