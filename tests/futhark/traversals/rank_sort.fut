-- Sorting by ranks: a map in a map that counts, and a scatter to the places that come out.
-- ==
-- entry: main
-- input { [3i32, 1, 2, 1] } output { [1i32, 1, 2, 3] [3i64, 0, 2, 1] }
-- input { [5i32] } output { [5i32] [0i64] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i64) }

entry main [n] (xs: [n]i32) : ([n]i32, [n]i64) =
  let before x i y j = y < x || y == x && j < i
  let ranks = map2 (\x i -> i64.sum (map2 (\y j -> i64.bool (before x i y j)) xs (iota n))) xs (iota n)
  in (scatter (copy xs) ranks xs, ranks)
