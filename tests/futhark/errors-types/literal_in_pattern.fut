-- A literal in a pattern fits its type, too.
-- ==
-- error: error\[E0103\]: .*300

def f (x: u8) : i32 = match x case 300 -> 1 case _ -> 0
