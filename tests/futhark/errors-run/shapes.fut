-- What a failed coercion says: the shape that is there, and the type with the sizes that are wanted.
-- ==
-- entry: vector
-- input { [1i32, 2] } error: Value of shape \[2\] cannot match shape of type \[3\]i32\.

-- ==
-- entry: matrix
-- input { [[1i32, 2]] 3i64 } error: Value of shape \[1\]\[2\] cannot match shape of type \[1\]\[3\]i32\.

-- ==
-- entry: pairs
-- input { [1i32, 2] } error: Value of shape \[2\] cannot match shape of type \[1\]\(i32, i32\)\.

-- ==
-- entry: records
-- input { [1i32, 2] } error: Value of shape \[2\] cannot match shape of type \[1\]\{a: i32\}\.

entry vector (xs: []i32) : [3]i32 = xs :> [3]i32
entry matrix [n] [m] (xs: [n][m]i32) (k: i64) : [n][k]i32 = xs :> [n][k]i32
entry pairs [n] (xs: [n]i32) : i32 = ((zip xs xs :> [1](i32, i32))[0]).0
entry records [n] (xs: [n]i32) : i32 = ((map (\x -> {a = x}) xs :> [1]{a: i32})[0]).a
