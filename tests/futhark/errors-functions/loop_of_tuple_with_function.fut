-- A loop's parameter cannot hold a function.
-- ==
-- error: error\[E0197\]: a function must be known at compile time

entry main (n: i32) (x: i32) : i32 =
  let (_, g) = loop (k, f) = (0, \y -> y + x) for i < n do (k + i, f)
  in g x
