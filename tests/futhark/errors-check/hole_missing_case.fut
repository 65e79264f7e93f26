-- A hole is a value: it does not make up for a missing case.
-- ==
-- error: no case for

def f (x: i32) : i32 = match x case 1 -> ???
