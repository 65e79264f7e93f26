-- One component is marked `*`: the other one's first value may not be the same array.
-- ==
-- error: error\[E0406\]: .* starts with storage that the loop consumes

entry main (k: i32) : [2]i32 =
  let xs = [k, k]
  let (as, bs) = loop (as: [2]i32, bs: *[2]i32) = (xs, xs) for i < 3 do (as, [i, i])
  in [as[0], bs[0]]
