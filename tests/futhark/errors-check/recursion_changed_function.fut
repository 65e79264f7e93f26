-- A function that grows with each call.
-- ==
-- error: error\[E0211\]: a recursive call passes another function(.|\n)*this must be `f` itself

def grow (n: i32) (f: i32 -> i32) : i32 = if n == 0 then f 0 else grow (n - 1) (\x -> f x + 1)

entry main (n: i32) : i32 = grow n (\x -> x)
