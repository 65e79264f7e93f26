-- A variable that hides a size does not become the array's size.
-- ==
-- error: E0501

def f [n] (xs: [n]i32) : [n]i32 =
  let n = n + 1
  let ys : [n]i32 = xs
  in ys
