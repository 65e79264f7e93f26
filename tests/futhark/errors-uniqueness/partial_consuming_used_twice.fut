-- A partial application holds an array that it consumes, so it could be called twice.
-- ==
-- error: error\[E0402\]: a partial application may not consume its argument

def put [n] (xs: *[n]i32) (v: i32) : i32 = (xs with [0] = v)[0]

entry main [n] (xs: *[n]i32) : i32 =
  let f = put xs
  in f 1 + f 2
