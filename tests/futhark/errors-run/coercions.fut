-- Coercions to sizes that do not hold: of vectors, of rows, to sizes of other arrays, to products.
-- ==
-- entry: vector
-- input { [1i32, 2, 3] } output { [1i32, 2, 3] }
-- input { [1i32, 2] } error: 2.*3

-- ==
-- entry: other
-- input { [1i32, 2] [3i32, 4] } output { [4i32, 6] }
-- input { [1i32, 2] [3i32] } error: 1.*2

-- ==
-- entry: rows
-- input { [[1i32, 2], [3, 4]] } output { [4i32, 6] }
-- input { [[1i32], [3]] } error: 1.*2

-- ==
-- entry: product
-- input { [1i32, 2, 3, 4] 2i64 } output { [[1i32, 2], [3, 4]] }
-- input { [1i32, 2, 3, 4] 3i64 } error: 4.*6

-- ==
-- entry: filtered
-- input { [1i32, -1, 2] } output { [1i32, 2] }
-- input { [1i32, 5, 2] } error: 3.*2

entry vector (xs: []i32) : [3]i32 = xs :> [3]i32
entry other [n] [m] (xs: [n]i32) (ys: [m]i32) : [n]i32 = map2 (+) xs (ys :> [n]i32)
entry rows [n] [m] (a: [n][m]i32) : [2]i32 = reduce (map2 (+)) [0, 0] (a :> [n][2]i32)
entry product (xs: []i32) (n: i64) : [n][2]i32 = unflatten (xs :> [n * 2]i32)
entry filtered (xs: []i32) : [2]i32 = filter (> 0) xs :> [2]i32
