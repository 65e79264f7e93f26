-- A syntax error, and a name that nothing defines below: the first message is the syntax.
-- ==
-- error: error\[E0102\]: unexpected

def f (x: i32) : i32 = x + * 2

def g (x: i32) : i32 = x + aa
