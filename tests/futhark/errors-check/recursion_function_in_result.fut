-- A recursive function with a function within its result.
-- ==
-- error: error\[E0211\]: a recursive function returns a function

def pair (n: i32) : (i32, i32 -> i32) =
  if n == 0 then (0, \x -> x) else let (k, f) = pair (n - 1) in (k + 1, f)

entry main (n: i32) : i32 = (pair n).1 3
