-- A section has one operator.
-- ==
-- error: error\[E0102\]: unexpected

def f (xs: []i32) : []i32 = map (+ * 2) xs
