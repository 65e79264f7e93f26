-- Loops without initial values, whose variables start as the ones of the same names outside.
-- ==
-- entry: counted
-- input { 5 2 } output { 17 }
-- input { 5 0 } output { 5 }

-- ==
-- entry: both
-- input { 48 36 } output { 12 }
-- input { 7 0 } output { 7 }
-- input { 0 9 } output { 9 }

-- ==
-- entry: arrays
-- input { [1, 2, 3, 4] 3 } output { [4, 1, 2, 3] [2, 3, 4, 1] }
-- input { [1] 1 } output { [1] [1] }
-- input { empty([0]i32) 2 } output { empty([0]i32) empty([0]i32) }

-- ==
-- entry: nested
-- input { [[1, 2], [3, 4]] 3 } output { [[8, 16], [24, 32]] }
-- input { [[1, 2], [3, 4]] 0 } output { [[1, 2], [3, 4]] }

-- ==
-- entry: matched
-- input { 3 } output { 7 5 14 }
-- input { 0 } output { 0 1 1 }

-- ==
-- entry: power
-- input { [[1i64, 1], [1, 0]] 10 } output { [[89i64, 55], [55, 34]] }
-- input { [[2i64]] 0 } output { [[1i64]] }
-- input { [[2i64]] 5 } output { [[32i64]] }

entry counted (x: i32) (n: i32) = loop x for i < n do x * 1 + (i + 1) * 4

entry both (a: i32) (b: i32) : i32 =
  (loop (a, b) while b != 0 do (b, a % b)).0

entry arrays (xs: []i32) (n: i32) =
  (loop xs for _i < n do rotate 1 xs, loop xs for i < n do if i % 3 == 0 then rotate 1 xs else xs)

entry nested (xss: [][]i32) (n: i32) =
  map (\xs -> map (\x -> loop x for _i < n do x * 2) xs) xss

entry matched (n: i32) =
  let (a, b, c) = (0, 1, 1)
  in loop (a, b, c) for i < n do (a + b + i, c, a + b + c + i * i)

def multiply [n] (a: [n][n]i64) (b: [n][n]i64) : [n][n]i64 =
  map (\row -> map (\column -> i64.sum (map2 (*) row column)) (transpose b)) a

entry power [n] (a: [n][n]i64) (k: i32) : [n][n]i64 =
  let result = tabulate_2d n n (\i j -> i64.bool (i == j))
  in (loop (result, a, k) while k > 0 do
        (if k % 2 == 1 then multiply result a else result, multiply a a, k / 2)).0
