-- A local function consumes an array of its surroundings.
-- ==
-- error: error\[E0402\]: `xs`

entry main [n] (xs: *[n]i32) : i32 =
  let set (v: i32) = (xs with [0] = v)[0]
  in set 1
