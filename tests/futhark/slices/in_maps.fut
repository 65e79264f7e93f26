-- Slices whose parts differ from element to element of a map, of the same size.
-- ==
-- entry: windows
-- input { [1i32, 2, 3, 4, 5] 3i64 } output { [6i32, 9, 12] }
-- input { [1i32, 2, 3] 3i64 } output { [6i32] }
-- input { [1i32, 2] 2i64 } output { [3i32] }

-- ==
-- entry: blocks
-- input { [[1i32, 2, 3, 4], [5, 6, 7, 8]] } output { [[14i32, 22]] }

-- ==
-- entry: lasts
-- input { [[1i32, 2, 3], [4, 5, 6]] [1i64, 3] } output { [3i32, 15] }

entry windows [n] (xs: [n]i32) (k: i64) : []i32 = map (\i -> i32.sum xs[i:i + k]) (0...n - k)
entry blocks (a: [2][4]i32) : [1][2]i32 =
  tabulate_2d 1 2 (\i j -> i32.sum (flatten a[2 * i:2 * i + 2, 2 * j:2 * j + 2]))
entry lasts [n] [m] (a: [n][m]i32) (ks: [n]i64) : [n]i32 = map2 (\r k -> i32.sum r[m - k:]) a ks
