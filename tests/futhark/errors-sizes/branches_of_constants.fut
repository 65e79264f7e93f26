-- Branches of two constant sizes where one is promised.
-- ==
-- error: error\[E0501\]: expected size 2, found the size of `\[1, 2, 3\]`

def f (c: bool) : [2]i32 = if c then [1, 2] else [1, 2, 3]
