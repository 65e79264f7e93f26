-- A string is no pattern.
-- ==
-- error: error\[E0102\]: unexpected

def f (xs: []u8) : i32 = match xs case "ab" -> 1 case _ -> 2
