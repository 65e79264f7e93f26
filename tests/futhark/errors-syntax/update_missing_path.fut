-- `with` without a place.
-- ==
-- error: error\[E0102\]: unexpected `=`

def f (xs: *[]i32) : []i32 = xs with = 1
