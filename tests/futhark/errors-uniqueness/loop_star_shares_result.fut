-- The body gives one array for two parameters, one of which is marked `*`.
-- ==
-- error: error\[E0406\]: the loop consumes `ys`, whose values share storage

def same (n: i64) = loop (xs: [n]i32, ys: *[n]i32) = (replicate n 0, replicate n 0) for i < 10 do (xs, xs)

entry main (n: i64) = (same n).0
