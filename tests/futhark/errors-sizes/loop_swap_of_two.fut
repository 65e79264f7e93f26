-- A loop that exchanges arrays of two sizes cannot give the first size.
-- ==
-- error: E0501

def f [n] [m] (xs: [n]i32) (ys: [m]i32) : [n]i32 =
  (loop (a, b) = (xs, ys) for _i < 2 do (b, a)).0
