-- One array twice in a consumed tuple.
-- ==
-- error: error\[E0404\]: a consumed argument shares memory with another argument

def both [n] ((xs, ys): *([n]i32, [n]i32)) : i32 =
  (xs with [0] = 1)[0] + (ys with [0] = 2)[0]

entry main [n] (xs: *[n]i32) : i32 = both (xs, xs)
