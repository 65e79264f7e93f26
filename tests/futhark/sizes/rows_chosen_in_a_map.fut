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

-- The sides make their rows, and say only afterwards how long these are.
-- ==
-- entry: made
-- input { [1, 2, 3] [4, 5, 6] 3i64 2i64 } output { [[4, 5, 6], [2, 3, 4]] }
-- input { [1, 2, 3] [4, 5] 3i64 3i64 } error: 2
-- input { [1, 2, 3] [4, 5] 3i64 0i64 } output { empty([0][3]i32) }

-- ==
-- entry: matrices
-- input { [[1, 2], [3, 4]] [[5, 6], [7, 8]] 2i64 2i64 3i64 }
-- output { [[[1, 2], [3, 4]], [[5, 7], [6, 8]], [[2, 1], [4, 3]]] }
-- input { [[1, 2], [3, 4]] [[5, 6]] 2i64 2i64 1i64 } output { [[[1, 2], [3, 4]]] }
-- input { [[1, 2], [3, 4]] [[5, 6]] 2i64 2i64 3i64 } error: 1

entry made (xs: []i32) (ys: []i32) (m: i64) (n: i64) : [n][m]i32 =
  map (\i -> (if i < 1 then map (+ i32.i64 i) ys else map (+ 1) xs) :> [m]i32) (iota n)

entry matrices (xss: [][]i32) (yss: [][]i32) (r: i64) (c: i64) (n: i64) : [n][r][c]i32 =
  map (\i -> (if i < 1 then map (map (+ i32.i64 i)) xss else if i < 2 then transpose yss else map reverse xss) :> [r][c]i32) (iota n)
