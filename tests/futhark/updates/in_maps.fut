-- Arrays made and changed inside of maps.
-- ==
-- entry: main
-- input { 3i64 } output { [[1i64, 0, 0], [0, 1, 0], [0, 0, 1]] }
-- input { 1i64 } output { [[1i64]] }
-- input { 0i64 } output { empty([0][0]i64) }

-- ==
-- entry: counted
-- input { [[0i64, 1, 1], [2, 2, 2]] } output { [[1i32, 2, 0], [0, 0, 3]] }
-- input { empty([0][3]i64) } output { empty([0][3]i32) }

entry main (n: i64) : [n][n]i64 = map (\i -> replicate n 0 with [i] = 1) (iota n)
entry counted [n] (a: [n][3]i64) : [n][3]i32 =
  map (\row -> loop c = replicate 3 0 for x in row do c with [x] = c[x] + 1) a
