-- A local function gives an array of its surroundings, which is then consumed twice.
-- ==
-- error: error\[E0401\]: `get` is used after it was consumed

entry main [n] (xs: *[n]i32) : i32 =
  let get (_i: i32) = xs
  let a = get 1 with [0] = 5
  let b = get 2 with [0] = 6
  in a[0] + b[0]
