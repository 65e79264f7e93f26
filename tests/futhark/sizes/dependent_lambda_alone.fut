-- Lambdas whose later parameters have the size of an earlier one: applied at once, bound, defined, passed on, in a
-- record, applied in parts, piped.
-- ==
-- entry: main
-- input { 3i64 [1, 2, 3] } output { 6 14 10 9 6 }
-- input { 0i64 empty([0]i32) } output { 0 0 4 0 0 }
-- input { 1i64 [5] } output { 5 25 9 15 5 }

-- ==
-- entry: three
-- input { 2i64 3i64 [[1, 2, 3], [4, 5, 6]] [1, 2] } output { [5, 7, 9] 3i64 }

-- ==
-- entry: inferred
-- input { 3i64 [5i64, 6, 7] } output { [5i64, 7, 9] }

def dot = \(k: i64) (xs: [k]i32) (ys: [k]i32) -> i32.sum (map2 (*) xs ys) + 0 * i32.i64 k

def with_size [n] 'a (f: (k: i64) -> [k]i32 -> a) (xs: [n]i32) : a = f n xs

entry main (n: i64) (xs: [n]i32) : (i32, i32, i32, i32, i32) =
  let total = \(k: i64) (zs: [k]i32) -> i32.sum (take k zs)
  let record = { of = \(k: i64) (zs: [k]i32) -> 3 * i32.sum zs + i32.i64 (k - k) }
  let part = (\(k: i64) (ys: [k]i32) (zs: [k]i32) -> i32.sum (map2 (+) ys zs)) 2 [1, 0]
  in ( (\(k: i64) (zs: [k]i32) -> total k zs) n xs
     , dot n xs xs
     , part (if n > 0 then [3, 5] else [2, 1]) + (if n == 3 then 1 else 0)
     , if n == 3 then record.of 2 (take 2 xs) else record.of n xs
     , with_size total xs )

-- A matrix and a vector of two sizes before.
entry three (n: i64) (m: i64) (xss: [n][m]i32) (ys: [n]i32) : ([m]i32, i64) =
  let sums = \(a: i64) (b: i64) (zss: [a][b]i32) (_: [a]i32) -> (map i32.sum (transpose zss), b)
  in sums n m xss ys

-- The later parameter's size is found in the body.
entry inferred (n: i64) (xs: [n]i64) : [n]i64 =
  let add = \(k: i64) zs -> map2 (+) (iota k) zs
  in add n xs
