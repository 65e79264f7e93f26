-- A top-level value is evaluated once: its unknown size is one size at all its uses.
-- ==
-- entry: main
-- input { } output { [3i32, 5, 7] }
def table : []i32 = filter (> 0) [1, -1, 2, -2, 3]
entry main : []i32 = map2 (+) table (map (+ 1) table)
