-- Two arrays are used after they were consumed.
-- ==
-- error: error\[E0401\]: `xs`(.|\n)*E0401\]: `zs`

def f [n] (xs: *[n]i32) (zs: *[n]i32) : i32 =
  let ys = xs with [0] = 1
  let ws = zs with [0] = 1
  in xs[0] + ys[0] + zs[0] + ws[0]
