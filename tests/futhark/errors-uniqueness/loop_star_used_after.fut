-- The first value of a parameter that is marked `*` is not used after the loop.
-- ==
-- error: error\[E0401\]: `xs` is used after it was consumed

entry main (k: i32) : [2]i32 =
  let xs = [k, k]
  let zs = loop (ys: *[2]i32) = xs for i < 3 do [1, ys[0]]
  in [zs[0], xs[0]]
