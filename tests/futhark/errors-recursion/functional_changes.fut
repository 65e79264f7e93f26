-- A functional parameter is passed on as it is.
-- ==
-- error: E0211

def f (n: i32) (g: i32 -> i32) : i32 = if n == 0 then g 1 else f (n - 1) (\x -> g (g x))

entry main (n: i32) : i32 = f n (+ 1)
