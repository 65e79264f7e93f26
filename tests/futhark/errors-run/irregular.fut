-- Rows of different sizes cannot make an array.
-- ==
-- entry: literal
-- input { [1i32, 2] [3i32, 4] } output { [[1i32, 2], [3, 4]] }
-- input { [1i32, 2] [3i32] } error: 1.*2

-- ==
-- entry: mapped
-- input { [2i64, 2] 2i64 } output { [[0i64, 1], [0, 1]] }
-- input { [2i64, 3] 2i64 } error: 3.*2
-- input { empty([0]i64) 2i64 } output { empty([0][2]i64) }

entry literal [n] [m] (a: [n]i32) (b: [m]i32) : [2][n]i32 = [a, b :> [n]i32]
entry mapped [n] (xs: [n]i64) (m: i64) : [n][m]i64 = map (\x -> iota x :> [m]i64) xs
