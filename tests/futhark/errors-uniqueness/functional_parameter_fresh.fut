-- `id` gives no fresh result.
-- ==
-- error: E0403

def f (g: []i32 -> *[]i32) (a: []i32) : *[]i32 = (g a) with [1] = 3

entry main (xs: []i32) = f id xs
