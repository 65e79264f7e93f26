-- Variables of loops with their types and sizes written.
-- ==
-- entry: main
-- input { [1i32, 2, 3] 2i64 } output { [4i32, 8, 12] 3i64 }
-- input { empty([0]i32) 5i64 } output { empty([0]i32) 0i64 }

-- ==
-- entry: growing
-- input { 3i64 } output { [0i64, 1, 2] }
-- input { 0i64 } output { empty([0]i64) }

-- ==
-- entry: pairs
-- input { [3i32, 4] } output { 7i32 12i32 }

entry main [n] (xs: [n]i32) (k: i64) : ([n]i32, i64) =
  loop (ys: [n]i32, m: i64) = (xs, n) for _i < k do (map2 (+) ys ys, m)
entry growing (n: i64) : []i64 = loop (xs: []i64) = [] for i < n do xs ++ [i]
entry pairs (xs: [2]i32) : (i32, i32) =
  loop ((s, p): (i32, i32)) = (0, 1) for (x: i32) in xs do (s + x, p * x)
