-- Scatters: permutations, partial ones, indices out of bounds, of tuples and rows.
-- ==
-- entry: permuted
-- input { [2i64, 0, 1] [10i32, 20, 30] } output { [20i32, 30, 10] }
-- input { [1i64, -1, 9] [10i32, 20, 30] } output { [0i32, 10, 0] }
-- input { empty([0]i64) empty([0]i32) } output { empty([0]i32) }

-- ==
-- entry: into
-- input { [1i32, 2, 3] [1i64] [9i32] } output { [1i32, 9, 3] }
-- input { [1i32, 2, 3] [3i64, -1] [9i32, 8] } output { [1i32, 2, 3] }

-- ==
-- entry: rows
-- input { [1i64, 0] [[1i32, 2], [3, 4]] } output { [[3i32, 4], [1, 2], [0, 0]] }
-- input { empty([0]i64) empty([0][2]i32) } output { [[0i32, 0], [0, 0], [0, 0]] }

-- ==
-- entry: pairs
-- input { [1i64, 0] [5i32, 6] } output { [6i32, 5] [false, true] }

entry permuted [n] (is: [n]i64) (xs: [n]i32) : [n]i32 = scatter (replicate n 0) is xs
entry into [k] [n] (dest: *[k]i32) (is: [n]i64) (xs: [n]i32) : [k]i32 = scatter dest is xs
entry rows [n] (is: [n]i64) (a: [n][2]i32) : [3][2]i32 = scatter (replicate 3 [0, 0]) is a
entry pairs (is: [2]i64) (xs: [2]i32) : ([2]i32, [2]bool) =
  unzip (scatter (replicate 2 (0, false)) is (zip xs (map (< 6) xs)))
