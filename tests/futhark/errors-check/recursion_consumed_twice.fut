-- What a recursive call consumes is not used again.
-- ==
-- error: error\[E0401\]: `xs` is used after it was consumed

def fill [n] (i: i64) (xs: *[n]i32) : *[n]i32 =
  if i == 0 then xs else
  let ys = fill (i - 1) xs
  in ys with [0] = xs[0]

entry main (n: i64) : []i32 = fill n (replicate n 0)
