-- A case without its match.
-- ==
-- error: error\[E0102\]: unexpected `case`

def f (x: i32) : i32 = case 0 -> 1
