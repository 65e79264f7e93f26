-- Arrays of rows are filtered, partitioned and scattered with their inner sizes.
-- ==
-- entry: main
-- input { [[1i32, 2], [-3, 4], [5, 6]] } output { [[1i32, 2], [5, 6]] [[-3i32, 4]] [[5i32, 6], [0, 0], [1, 2]] }
-- input { empty([0][3]i32) } output { empty([0][3]i32) empty([0][3]i32) empty([0][3]i32) }
-- input { empty([2][0]i32) } output { empty([2][0]i32) empty([0][0]i32) empty([2][0]i32) }

entry main [n] [m] (xss: [n][m]i32) : ([][m]i32, [][m]i32, [n][m]i32) =
  let good (xs: [m]i32) = all (> 0) xs
  let (a, b) = partition good xss
  let is = map2 (\xs i -> if good xs then n - 1 - i else -1) xss (iota n)
  in (filter good xss, b, scatter (replicate n (replicate m 0)) is xss with [0:0] = a[0:0])
