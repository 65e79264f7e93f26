-- A function cannot be the result of `if`.
-- ==
-- error: error\[E0197\]: .*function

entry main (flag: bool) (x: i32) : i32 =
  let f = if flag then (+ 1) else (* 2)
  in f x
