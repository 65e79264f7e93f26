-- A recursive function takes a function, and its types are inferred.
-- ==
-- error: error\[E0209\]: the recursive function `f` must declare its types(.|\n)*contain a function

def f g n = if n == 0i64 then g 1i64 else f g (n - 1)
entry main (n: i64) : i64 = f (+ 1) n
