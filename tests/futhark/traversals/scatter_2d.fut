-- Scatters into two dimensions, and `spread`, which makes its destination.
-- ==
-- entry: points
-- input { [0i64, 1] [1i64, 0] [5i32, 6] } output { [[0i32, 5], [6, 0]] }
-- input { [2i64, 0] [0i64, -1] [5i32, 6] } output { [[0i32, 0], [0, 0]] }
-- input { empty([0]i64) empty([0]i64) empty([0]i32) } output { [[0i32, 0], [0, 0]] }

-- ==
-- entry: spreads
-- input { [3i64, 0] [7i32, 8] } output { [8i32, -1, -1, 7] }
-- input { [4i64, 1] [7i32, 8] } output { [-1i32, 8, -1, -1] }

entry points [n] (is: [n]i64) (js: [n]i64) (xs: [n]i32) : [2][2]i32 =
  scatter_2d (replicate 2 (replicate 2 0)) (zip is js) xs
entry spreads [n] (is: [n]i64) (xs: [n]i32) : [4]i32 = spread 4 (-1) is xs
