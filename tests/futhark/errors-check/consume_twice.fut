-- One array for two consuming parameters.
-- ==
-- error: error\[E0404\]: .*

def merge [n] (xs: *[n]i32) (ys: *[n]i32) : i32 =
  (xs with [0] = 1)[0] + (ys with [0] = 2)[0]

entry main [n] (xs: *[n]i32) : i32 = merge xs xs
