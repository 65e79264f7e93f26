-- A tree that is expanded level by level, and work that is expanded unevenly.

-- ==
-- entry: level
-- input { 0i32 } output { [1i64] }
-- input { 3i32 } output { [8i64, 9, 10, 11, 12, 13, 14, 15] }

-- ==
-- entry: triangle
-- input { 4i64 } output { [1i64, 2, 2, 3, 3, 3] [0i64, 0, 1, 0, 1, 2] }
-- input { 1i64 } output { empty([0]i64) empty([0]i64) }

-- ==
-- entry: kept
-- input { [[1i32, -2, 3], [-1, -1, -1], [0, 5, 6]] } output { [2i64, 0, 2] [1i32, 3, 5, 6] [4i32, 0, 11] }

entry level (depth: i32) : []i64 =
  loop nodes = [1i64] for _i < depth do (flatmap' (\x -> [2 * x, 2 * x + 1]) nodes).3

-- Pairs `i > j`.
entry triangle (n: i64) : ([]i64, []i64) =
  let (_, _, _, pairs) = flatmap' (\i -> map (\j -> (i, j)) (iota i)) (iota n)
  in unzip pairs

entry kept (xss: [][]i32) =
  let positive xs = let ys = filter (> 0) xs in (ys, i32.sum ys)
  let (sizes, _, _, ys, sums) = flatmap positive xss
  in (sizes, ys, sums)
