-- Arrays of sums with arrays: rows whose constructor has none are zeros, and none have elements if no row has any.
-- ==
-- entry: chosen
-- input { [true, false, true] [[1i32, 2], [3, 4], [5, 6]] } output { [1i8, 0, 1] [[1i32, 2], [0, 0], [5, 6]] }
-- input { [false, false] [[1i32, 2], [3, 4]] } output { [0i8, 0] empty([2][0]i32) }
-- input { empty([0]bool) empty([0][5]i32) } output { empty([0]i8) empty([0][0]i32) }

-- ==
-- entry: sums
-- input { [1i8, 0, 1] [[1i32, 2], [0, 0], [5, 6]] } output { [3i32, -1, 11] }
-- input { [0i8, 0] empty([2][0]i32) } output { [-1i32, -1] }
-- input { empty([0]i8) empty([0][7]i32) } output { empty([0]i32) }

-- ==
-- entry: width
-- input { 1i8 [1i32, 2] 0i8 empty([0]i32) } output { 2i64 }
-- input { 0i8 empty([0]i32) 1i8 [1i32, 2, 3] } output { 3i64 }
-- input { 0i8 empty([0]i32) 0i8 empty([0]i32) } output { 0i64 }
-- input { 1i8 [1i32, 2] 1i8 [1i32] } error: size `m` is 1 in one place of the arguments and 2 in another

type option [n] = #some [n]i32 | #none

entry chosen [n] [m] (bs: [n]bool) (xss: [n][m]i32) : [n]option [m] =
  map2 (\b xs : option [m] -> if b then #some xs else #none) bs xss

entry sums [n] [m] (os: [n]option [m]) : [n]i32 =
  map (\o -> match o case #some xs -> i32.sum xs case #none -> -1) os

entry width [m] (a: option [m]) (b: option [m]) : i64 = m
