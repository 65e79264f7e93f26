-- A value at top level is for all, and cannot be consumed.
-- ==
-- error: error\[E0402\]: `table`

def table : [3]i32 = [1, 2, 3]

entry main (i: i64) : [3]i32 = table with [i] = 9
