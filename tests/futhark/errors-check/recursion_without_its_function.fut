-- A recursive function as a value, without the function that it takes.
-- ==
-- error: error\[E0211\]: a recursive call passes another function

def apply (f: i32 -> i32) (n: i32) : i32 =
  let again = apply
  in if n == 0 then 0 else again f (n - 1)

entry main (n: i32) : i32 = apply (+ 1) n
