-- One `=` defines, two compare.
-- ==
-- error: error\[E0102\]: unexpected `=`

def f (x: i32) : bool = if x = 5 then true else false
