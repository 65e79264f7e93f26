-- Slices of one or both dimensions, mixed with indices.
-- ==
-- entry: main
-- input { [[1i32, 2, 3], [4, 5, 6], [7, 8, 9]] }
-- output { [[2i32, 3], [5, 6]] [2i32, 5, 8] [7i32, 8] [[9i32, 8, 7], [6, 5, 4], [3, 2, 1]] }

-- ==
-- entry: corners
-- input { [[1i32, 2, 3], [4, 5, 6], [7, 8, 9]] } output { [[1i32, 3], [7, 9]] [[4i32, 5, 6]] [[3i32], [6], [9]] }

-- ==
-- entry: emptied
-- input { [[1i32, 2], [3, 4]] } output { empty([0][2]i32) empty([2][0]i32) }

entry main (a: [3][3]i32) : ([][]i32, []i32, []i32, [][]i32) =
  (a[0:2, 1:], a[:, 1], a[2, :2], a[::-1, ::-1])
entry corners (a: [3][3]i32) : ([][]i32, [][]i32, [][]i32) = (a[::2, ::2], a[1:2], a[:, 2:3])
entry emptied (a: [2][2]i32) : ([][]i32, [][]i32) = (a[0:0], a[:, 0:0])
