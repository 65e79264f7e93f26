-- An array is used at two places after it was consumed: the first place is shown.
-- ==
-- error: error\[E0401\]: `xs`

def f [n] (xs: *[n]i32) : i32 =
  let ys = xs with [0] = 1
  let a = xs[1]
  let b = xs[2]
  in a + b + ys[0]
