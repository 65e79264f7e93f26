-- An index section is for arrays.
-- ==
-- error: error\[E0301\]: expected \[\]_, found i32

def f (x: i32) : i32 = (.[0]) x
