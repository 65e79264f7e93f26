-- A case without its arrow.
-- ==
-- error: error\[E0102\]: unexpected

def f (x: i32) : i32 = match x case 0 = 1 case _ -> 2
