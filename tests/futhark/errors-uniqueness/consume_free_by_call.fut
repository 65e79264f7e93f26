-- A lambda hands an array of its surroundings to a consuming function.
-- ==
-- error: error\[E0402\]: `xs`

def clear [n] (xs: *[n]i32) : *[n]i32 = xs with [0] = 0

entry main [n] (xs: *[n]i32) : [n]i32 =
  let f = \(_k: i32) -> (clear xs)[0]
  in replicate n (f 1)
