-- The sizes of ranges from zero are known, and may be relied on.
-- ==
-- entry: main
-- input { 3i64 [5i32, 6, 7] } output { [5i64, 7, 9] }
-- input { 0i64 empty([0]i32) } output { empty([0]i64) }

-- ==
-- entry: counted
-- input { 1i32 10i32 3i32 } output { 4i64 }
-- input { 1i32 9i32 3i32 } output { 3i64 }
-- input { 1i32 1i32 3i32 } output { 1i64 }

-- ==
-- entry: identity
-- input { 3i64 } output { [[1i32, 0, 0], [0, 1, 0], [0, 0, 1]] }
-- input { 0i64 } output { empty([0][0]i32) }

entry main (n: i64) (xs: [n]i32) : [n]i64 = map2 (\i x -> i + i64.i32 x) (0..<n) xs
entry counted (a: i32) (b: i32) (s: i32) : i64 = length (a..a + s...b)
entry identity (n: i64) : [n][n]i32 = map (\i -> map (\j -> i32.bool (i == j)) (0..<n)) (0..<n)
