-- Functions cannot be put into arrays, nor chosen by `if`.
-- ==
-- error: error\[E0197\]: .*function

entry main (x: i32) : i32 =
  let fs = [\y -> y + 1, \y -> y * 2]
  in fs[0] x
