-- Slices of arrays of three dimensions: every mixture of indices and slices.
-- ==
-- entry: main
-- input { [[[0i32, 1], [2, 3]], [[4, 5], [6, 7]]] } output { [4i32, 6] [1i32, 5] [2i32, 6] 7i32 }

-- ==
-- entry: planes
-- input { [[[0i32, 1], [2, 3]], [[4, 5], [6, 7]]] }
-- output { [[4i32, 5], [6, 7]] [[2i32, 3], [6, 7]] [[1i32, 3], [5, 7]] [[[5i32], [7]]] }

entry main (a: [2][2][2]i32) : ([]i32, []i32, []i32, i32) = (a[1, :, 0], a[:, 0, 1], a[:, 1, 0], a[1, 1, 1])
entry planes (a: [2][2][2]i32) : ([][]i32, [][]i32, [][]i32, [][][]i32) =
  (a[1], a[:, 1], a[:, :, 1], a[1:, :, 1:])
