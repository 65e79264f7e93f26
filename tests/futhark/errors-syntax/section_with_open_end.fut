-- A section of a longer expression needs brackets around it.
-- ==
-- error: error\[E0102\]: unexpected

def f (xs: []i32) : []i32 = map (+ 1 *) xs
