-- `++`, `concat`, `rotate`, `reverse`, `flatten`, `unflatten`, `replicate` and `rep`.
-- ==
-- entry: joined
-- input { [1i32, 2] [3i32] } output { [1i32, 2, 3] [3i32, 1, 2] [1i32, 2, 1, 2] }
-- input { empty([0]i32) [3i32] } output { [3i32] [3i32] empty([0]i32) }

-- ==
-- entry: rotated
-- input { [1i32, 2, 3] } output { [2i32, 3, 1] [3i32, 1, 2] [3i32, 2, 1] }
-- input { [1i32] } output { [1i32] [1i32] [1i32] }

-- ==
-- entry: shapes
-- input { [[1i32, 2], [3, 4], [5, 6]] }
-- output { [1i32, 2, 3, 4, 5, 6] [[1i32, 2, 3], [4, 5, 6]] [[1i32, 3, 5], [2, 4, 6]] }

-- ==
-- entry: repeated
-- input { 3i32 } output { [3i32, 3] [3i32, 3, 3] }

entry joined [n] [m] (a: [n]i32) (b: [m]i32) : ([]i32, []i32, []i32) = (a ++ b, concat b a, a ++ a)
entry rotated [n] (xs: [n]i32) : ([n]i32, [n]i32, [n]i32) = (rotate 1 xs, rotate (-1) xs, reverse xs)
entry shapes (a: [3][2]i32) : ([]i32, [2][3]i32, [2][3]i32) =
  (flatten a, unflatten (flatten a :> [2 * 3]i32), transpose a)
entry repeated (x: i32) : ([2]i32, [3]i32) = (replicate 2 x, rep x)
