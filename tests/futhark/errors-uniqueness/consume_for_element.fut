-- The elements that a loop goes over are not its own.
-- ==
-- error: error\[E040[26]\]: `row`

entry main [n][m] (xss: [n][m]i32) : i32 =
  loop s = 0 for row in xss do s + (row with [0] = 1)[1]
