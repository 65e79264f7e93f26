-- Rows that a branch chooses have the size of the branch, which is checked for each row or once.
-- ==
-- entry: by_parameter
-- input { true [1, 2, 3] 2i64 } output { [[1, 2, 3], [1, 2, 3]] }
-- input { false [1, 2, 3] 2i64 } output { [[3, 2, 1], [3, 2, 1]] }
-- input { false empty([0]i32) 0i64 } output { empty([0][0]i32) }

-- ==
-- entry: by_index
-- input { [1, 2, 3] 4i64 } output { [[1, 2, 3], [1, 2, 3], [1, 2, 3], [3, 2, 1]] }
-- input { [1, 2, 3] 0i64 } output { empty([0][3]i32) }

entry by_parameter (forwards: bool) (xs: []i32) (n: i64) = map (\_ -> if forwards then xs else reverse xs) (iota n)

entry by_index (xs: []i32) (n: i64) = map (\i -> if i < 3 then xs else reverse xs) (iota n)
