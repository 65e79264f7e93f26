-- A size parameter that is the size of nothing.
-- ==
-- error: E0502.*`n`

def f [n] (x: i32) = n

entry main (x: i32) : i64 = f x
