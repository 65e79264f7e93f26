-- An inner `let` consumes what the outer expression reads.
-- ==
-- error: error\[E0401\]: `xs`

entry main [n] (xs: *[n]i32) : i32 =
  let y = (let zs = xs with [0] = 1 in zs[0])
  in y + xs[0]
