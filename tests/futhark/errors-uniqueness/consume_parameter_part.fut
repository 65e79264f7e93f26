-- A component of a parameter without `*` is the caller's.
-- ==
-- error: error\[E0402\]: `

def set [n] (p: ([n]i32, i32)) : [n]i32 = p.0 with [0] = p.1
