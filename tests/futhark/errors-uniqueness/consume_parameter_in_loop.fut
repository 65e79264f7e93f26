-- A loop that updates its parameter consumes what it starts from.
-- ==
-- error: error\[E0402\]: `xs`

entry main [n] (xs: [n]i32) : [n]i32 =
  loop xs for i < n do xs with [i] = 1
