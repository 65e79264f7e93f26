-- A prelude function's name is misspelt; the right one is proposed.
-- ==
-- error: error\[E0201\]: `replcate` is not defined(.|\n)*`replicate`

def f (n: i64) : [n]i32 = replcate n 0
