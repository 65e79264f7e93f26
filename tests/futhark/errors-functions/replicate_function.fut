-- A function cannot be repeated into an array.
-- ==
-- error: error\[E0197\]: a function must be known at compile time

entry main (n: i64) (x: i32) : i32 =
  let fs = replicate n (+ x)
  in fs[0] 1
