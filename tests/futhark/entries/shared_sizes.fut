-- Sizes that parameters share are held to each other, also inside of records, tuples and sums.
-- ==
-- entry: dot
-- input { [1i32, 2, 3] [4i32, 5, 6] } output { 32i32 }
-- input { empty([0]i32) empty([0]i32) } output { 0i32 }
-- input { [1i32, 2, 3] [4i32, 5] } error: .

-- ==
-- entry: product
-- input { [[1i32, 2], [3, 4], [5, 6]] [[1i32, 0, 2], [0, 1, 3]] } output { [[1i32, 2, 8], [3, 4, 18], [5, 6, 28]] }
-- input { [[1i32, 2]] [[1i32]] } error: .

-- ==
-- entry: pick
-- input { 0i8 1i64 [5i32, 6, 7] } output { 6i32 }
-- input { 1i8 0i64 [5i32, 6, 7] } output { 18i32 }

entry dot [n] (v: {xs: [n]i32, ys: [n]i32}) : i32 = i32.sum (map2 (*) v.xs v.ys)

entry product [n] [m] [p] (ab: ([n][m]i32, [m][p]i32)) : [n][p]i32 =
  map (\row -> map (\column -> i32.sum (map2 (*) row column)) (transpose ab.1)) ab.0

entry pick [n] (way: #at i64 | #sum) (xs: [n]i32) : i32 =
  match way
  case #at i -> xs[i]
  case #sum -> i32.sum xs
