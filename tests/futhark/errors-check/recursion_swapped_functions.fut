-- Two functions that change places with each call.
-- ==
-- error: error\[E0211\]: a recursive call passes another function(.|\n)*this must be `f` itself

def alternate (f: i32 -> i32) (g: i32 -> i32) (n: i32) (x: i32) : i32 =
  if n == 0 then x else alternate g f (n - 1) (f x)

entry main (n: i32) (x: i32) : i32 = alternate (+ 1) (* 2) n x
