-- Who consumes the result of `if` consumes both branches, and one is not ours.
-- ==
-- error: E0402\]: .*`a`|E0402\]: .*`ys`

entry main [n] (c: bool) (xs: *[n]i32) (ys: [n]i32) : [n]i32 =
  let a = if c then xs else ys
  in a with [0] = 7
