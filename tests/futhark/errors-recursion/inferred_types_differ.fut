-- The inferred type of a result is the same in each call.
-- ==
-- error: error\[E0301\]

def f (n: i32) = if n == 0 then 1i32 else if f (n - 1) then 2 else 3
