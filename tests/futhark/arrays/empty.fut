-- Arrays without elements, in every place where one can stand.
-- ==
-- entry: literals
-- input { } output { empty([0]i32) empty([0][3]f64) 0i64 empty([2][0]bool) }

-- ==
-- entry: traversed
-- input { 0i64 } output { empty([0]i64) 0i64 empty([0]i64) empty([0]i64) true false }
-- input { 1i64 } output { [0i64] 0i64 [0i64] [0i64] true true }

-- ==
-- entry: shapes
-- input { 0i64 3i64 } output { empty([0][3]i64) empty([3][0]i64) empty([0]i64) 0i64 [0i64, 0, 0] }
-- input { 3i64 0i64 } output { empty([3][0]i64) empty([0][3]i64) empty([0]i64) 0i64 empty([0]i64) }
-- input { 0i64 0i64 } output { empty([0][0]i64) empty([0][0]i64) empty([0]i64) 0i64 empty([0]i64) }
-- input { 1i64 2i64 } output { [[0i64, 1]] [[0i64], [1]] [0i64, 1] 1i64 [0i64, 1] }

-- ==
-- entry: glued
-- input { [1, 2] } output { [1, 2] [1, 2] [[1, 2]] empty([0][2]i32) }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) empty([1][0]i32) empty([0][0]i32) }

-- ==
-- entry: nothing_found
-- input { [[1, 2], [3, 4]] } output { empty([0][2]i32) [0, 0] 0i64 }
-- input { empty([0][0]i32) } output { empty([0][0]i32) empty([0]i32) 0i64 }

-- ==
-- entry: tuples
-- input { empty([0]i32) } output { empty([0]i32) empty([0]bool) empty([0]i32) 0 }
-- input { [5] } output { [5] [true] [5] 5 }

entry literals : ([]i32, [][3]f64, i64, [2][0]bool) = ([], [], length ([]: [0]u8), [[], []])

entry traversed (n: i64) =
  let xs = iota n
  in (map (* 2) xs, i64.sum xs, scan (+) 0 xs, filter (>= 0) xs, all (>= 0) xs, any (>= 0) xs)

entry shapes (n: i64) (m: i64) =
  let a = tabulate_2d n m (\i j -> i * m + j)
  in (a, transpose a, flatten a, i64.sum (map i64.sum a), map i64.sum (transpose a))

entry glued [n] (xs: [n]i32) =
  let none: [0][n]i32 = []
  in (xs ++ [], [] ++ xs, none ++ [xs], none ++ none :> [0][n]i32)

entry nothing_found [n] [m] (xss: [n][m]i32) =
  let none = filter (any (> 100)) xss
  in (none, reduce (map2 (+)) (replicate m 0) none, length none)

entry tuples (xs: []i32) =
  let pairs = zip xs (map (> 0) xs)
  let (a, b) = unzip (filter (.1) pairs)
  in (a, b, map (.0) pairs, (reduce (\(x, _) (y, _) -> (x + y, true)) (0, false) pairs).0)
