-- A recursive function calls itself at its own types.
-- ==
-- error: E0301

def f 'a (n: i32) (x: a) : i32 = if n == 0 then 0 else 1 + f (n - 1) (x, x)

entry main (n: i32) : i32 = f n true
