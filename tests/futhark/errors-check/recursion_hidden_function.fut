-- The name of the functional parameter stands for another function where the call is.
-- ==
-- error: error\[E0211\]: a recursive call passes another function

def repeat (f: i32 -> i32) (n: i32) (x: i32) : i32 =
  let f (y: i32) = f y + 1
  in if n == 0 then x else repeat f (n - 1) (f x)

entry main (n: i32) : i32 = repeat (* 2) n 1
