-- Other languages' `elif`.
-- ==
-- error: error\[E0102\]: unexpected `then`

def f (x: i32) : i32 = if x > 0 then 1 elif x < 0 then 2 else 3
