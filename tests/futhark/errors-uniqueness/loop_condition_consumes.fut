-- The condition of a loop consumes the array.
-- ==
-- error: error\[E0402\]: `xs` may not be consumed

entry main [n] (xs: *[n]i32) : i32 =
  loop i = 0 while (xs with [0] = i)[0] < 5 do i + 1
