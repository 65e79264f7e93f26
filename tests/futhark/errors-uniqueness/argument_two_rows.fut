-- Two rows of one matrix are consumed.
-- ==
-- error: error\[E0404\]: a consumed argument shares memory with another argument

def both [n] (xs: *[n]i32) (ys: *[n]i32) : i32 =
  (xs with [0] = 1)[0] + (ys with [0] = 2)[0]

entry main [n][m] (xss: *[n][m]i32) : i32 = both xss[0] xss[1]
