-- A name of one case is not known in another one.
-- ==
-- error: error\[E0201\]: `a` is not defined

def f (p: #l i32 | #r i32) : i32 = match p case #l a -> a case #r _ -> a
