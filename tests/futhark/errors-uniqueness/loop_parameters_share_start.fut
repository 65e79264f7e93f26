-- Two loop parameters start from one array, and one is updated.
-- ==
-- error: error\[E0406\]: `b` starts with memory that the loop consumes

entry main [n] (xs: *[n]i32) : ([n]i32, [n]i32) =
  loop (a, b) = (xs, xs) for i < n do (a with [i] = b[i] + 1, b)
