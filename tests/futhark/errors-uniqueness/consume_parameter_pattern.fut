-- A name in a parameter's pattern is the caller's.
-- ==
-- error: error\[E0402\]: `a`

def set [n] ((a, k): ([n]i32, i32)) : [n]i32 = a with [0] = k
