-- A recursive function's result has the length of the array that it is given in the call, not of another.
-- ==
-- error: E0501

def f [n] (k: i64) (xs: [n]i64) : [length xs]i64 =
  if k == 0 then replicate (length xs) 0 else f (k - 1) (xs ++ xs)

entry main (xs: []i64) : []i64 = f 1 xs
