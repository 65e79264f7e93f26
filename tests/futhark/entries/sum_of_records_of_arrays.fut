-- A sum of records of arrays as argument and result, whose sizes are shared with another argument.
-- ==
-- entry: make
-- input { 1i32 [1i32, 2] } output { 1i8 0i32 [1i32, 2] [[1i64, 1], [1, 1]] }
-- input { 0i32 [1i32, 2] } output { 0i8 5i32 empty([0]i32) empty([0][0]i64) }

-- ==
-- entry: size
-- input { 1i8 0i32 [1i32, 2] [[1i64, 1], [1, 1]] } output { 4i64 }
-- input { 0i8 5i32 empty([0]i32) empty([0][0]i64) } output { -5i64 }

type shape [n] = #empty i32 | #full {a: [n]i32, b: [n][n]i64}

entry make [n] (k: i32) (xs: [n]i32) : shape [n] =
  if k == 0 then #empty 5 else #full {a = xs, b = replicate n (replicate n 1)}

entry size [n] (s: shape [n]) : i64 =
  match s
  case #empty k -> -(i64.i32 k)
  case #full {a, b} -> i64.i32 (i32.sum a) - 3 + i64.sum (flatten b) + 2 * 0 + (if length a == 2 then 0 else 7)
