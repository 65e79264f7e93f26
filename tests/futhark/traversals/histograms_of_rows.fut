-- Histograms and scatters whose elements are rows, with an operator over arrays.
-- ==
-- entry: main
-- input { [0i64, 1, 0] [[1i32, 2], [3, 4], [5, 6]] } output { [[6i32, 8], [3, 4]] }
-- input { empty([0]i64) empty([0][2]i32) } output { [[0i32, 0], [0, 0]] }
-- input { [2i64, -1] [[1i32, 2], [3, 4]] } output { [[0i32, 0], [0, 0]] }

-- ==
-- entry: into
-- input { [[1i32, 1], [2, 2]] [1i64] [[5i32, 7]] } output { [[1i32, 1], [5, 7]] }

entry main [n] (is: [n]i64) (a: [n][2]i32) : [2][2]i32 = hist (map2 (+)) [0, 0] 2 is a
entry into [k] [n] (dest: *[k][2]i32) (is: [n]i64) (a: [n][2]i32) : [k][2]i32 =
  reduce_by_index dest (map2 i32.max) (replicate 2 i32.lowest) is a
