-- Histograms into an array that is there already, in one and two dimensions.
-- ==
-- entry: main
-- input { [10i32, 20, 30] [0i64, 2, 0] [1i32, 2, 3] } output { [14i32, 20, 32] }
-- input { [10i32] [0i64, 1, -1] [1i32, 2, 3] } output { [11i32] }
-- input { [10i32, 20] empty([0]i64) empty([0]i32) } output { [10i32, 20] }

-- ==
-- entry: table
-- input { [[0i32, 0], [0, 0]] [0i64, 1, 1] [1i64, 0, 0] } output { [[0i32, 1], [2, 0]] }
-- input { [[1i32, 2], [3, 4]] [2i64, 0, -1] [0i64, 2, 0] } output { [[1i32, 2], [3, 4]] }

entry main [k] [n] (dest: *[k]i32) (is: [n]i64) (xs: [n]i32) : [k]i32 =
  reduce_by_index dest (+) 0 is xs
entry table [n] (dest: *[2][2]i32) (is: [n]i64) (js: [n]i64) : [2][2]i32 =
  reduce_by_index_2d dest (+) 0 (zip is js) (replicate n 1)
