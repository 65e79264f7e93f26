-- What the body gives for a parameter that is marked `*` is not from outside of the loop.
-- ==
-- error: error\[E0406\]: the loop consumes `ys`, whose values share storage

entry main (xs: *[2]i32) (zs: [2]i32) : [2]i32 = loop (ys: *[2]i32) = xs for i < 3 do zs
