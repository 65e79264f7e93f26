-- A constant of a module is everybody's, too.
-- ==
-- error: error\[E0402\]: `(m\.)?table`

module m = { def table : [3]i32 = [1, 2, 3] }

entry main (v: i32) : [3]i32 = m.table with [0] = v
