-- The array goes into a consuming function through `\|>`.
-- ==
-- error: error\[E0401\]: `xs` is used after it was consumed

def clear [n] (xs: *[n]i32) : *[n]i32 = xs with [0] = 0

entry main [n] (xs: *[n]i32) : i32 =
  let ys = xs |> clear
  in ys[0] + xs[0]
