-- The body gives an array from outside, and the next round consumes it.
-- ==
-- error: error\[E0406\]: the loop consumes `a`, whose next value may be shared

entry main [n] (xs: *[n]i32) (ys: *[n]i32) : [n]i32 =
  loop a = xs for i < n do
    let _b = a with [i] = 1
    in ys
