-- A recursive function gives no function.
-- ==
-- error: E0211

def f (n: i32) : i32 -> i32 = if n == 0 then (\x -> x) else \x -> f (n - 1) (x + 1)

entry main (n: i32) : i32 = f n 1
