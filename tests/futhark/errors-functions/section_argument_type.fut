-- The operand of a section has another type than the elements.
-- ==
-- error: error\[E0301\]: expected i32, found i64

def f (xs: []i32) (k: i64) : []i32 = map (+ k) xs
