-- A loop starts from a constant and updates it.
-- ==
-- error: error\[E0402\]: `table`

def table : [3]i32 = [1, 2, 3]

entry main (v: i32) : [3]i32 = loop a = table for i < 3 do a with [i] = v
