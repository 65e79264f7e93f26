-- The sum of absolute values.

entry asum [n] (xs: [n]f32) : f32 =
  reduce (+) 0 (map f32.abs xs)
