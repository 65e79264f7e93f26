-- Entry points whose parameters' sizes are expressions of others are checked at run time.
-- ==
-- entry: main
-- input { [1i32, 2] [3i32, 4, 5] } output { 15i32 }
-- input { empty([0]i32) [4i32] } output { 4i32 }
-- input { [1i32, 2] [3i32, 4] } error: size|shape|2|3

-- ==
-- entry: matrix
-- input { 2i64 [[1i32, 2], [3, 4]] [1i32, 2, 3, 4] } output { 20i32 }
-- input { 3i64 [[1i32, 2], [3, 4]] [1i32, 2, 3, 4] } error: size|shape|3

entry main [n] (xs: [n]i32) (ys: [n + 1]i32) : i32 = i32.sum xs + i32.sum ys
entry matrix (n: i64) (xss: [n][n]i32) (xs: [n * n]i32) : i32 = i32.sum (map2 (+) (flatten xss) xs)
