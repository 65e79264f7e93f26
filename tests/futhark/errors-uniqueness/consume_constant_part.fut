-- A row of a constant is updated.
-- ==
-- error: error\[E0402\]: `table`

def table : [2][2]i32 = [[1, 2], [3, 4]]

entry main (v: i32) : [2]i32 = table[1] with [0] = v
