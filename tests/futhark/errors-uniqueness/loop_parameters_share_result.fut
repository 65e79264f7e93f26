-- The body gives one array for two parameters that it consumes.
-- ==
-- error: error\[E0406\]: the loop consumes `b`, whose next value may be shared

entry main [n] (xs: *[n]i32) (ys: *[n]i32) : ([n]i32, [n]i32) =
  loop (a, b) = (xs, ys) for i < n do
    let c = a with [i] = 1
    let _d = b with [i] = 2
    in (c, c)
