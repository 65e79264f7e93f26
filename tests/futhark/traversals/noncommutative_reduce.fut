-- Reductions with associative operators that do not commute: composition of functions, of matrices, the last one.
-- ==
-- entry: affine
-- input { [2i64, 3] [1i64, 4] } output { 6i64 7i64 }
-- input { [3i64, 2] [4i64, 1] } output { 6i64 9i64 }
-- input { empty([0]i64) empty([0]i64) } output { 1i64 0i64 }

-- ==
-- entry: matrices
-- input { [1i64, 1, 1, 1] } output { 5i64 3i64 3i64 2i64 }
-- input { [1i64, 2] } output { 3i64 1i64 2i64 1i64 }
-- input { empty([0]i64) } output { 1i64 0i64 0i64 1i64 }

-- ==
-- entry: last_one
-- input { [1i32, 2, 3] } output { 3i32 }
-- input { empty([0]i32) } output { -1i32 }

-- First a x + b of the left, then of the right.
entry affine [n] (a: [n]i64) (b: [n]i64) : (i64, i64) =
  reduce (\(a, b) (c, d) -> (a * c, b * c + d)) (1, 0) (zip a b)
-- Products of the matrices [[k, 1], [1, 0]].
entry matrices (ks: []i64) : (i64, i64, i64, i64) =
  reduce (\(a, b, c, d) (e, f, g, h) -> (a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h))
         (1, 0, 0, 1)
         (map (\k -> (k, 1, 1, 0)) ks)
entry last_one (xs: []i32) : i32 =
  (reduce (\(x, a) (y, b) -> if b then (y, b) else (x, a)) (-1, false) (map (\x -> (x, true)) xs)).0
