-- Patterns that bind sizes: of parameters, of `let`, of results whose size is not known.
-- ==
-- entry: parameters
-- input { [1i32, 2, 3] } output { 3i64 3i64 }
-- input { empty([0]i32) } output { 0i64 0i64 }

-- ==
-- entry: binders
-- input { [1i32, -2, 3, -4] } output { 2i64 [1i32, 3] [0i64, 1] }
-- input { [-1i32] } output { 0i64 empty([0]i32) empty([0]i64) }

-- ==
-- entry: rows
-- input { [[1i32, 2, 3], [4, 5, 6]] } output { 2i64 3i64 [5i32, 7, 9] }

def size [n] (_: [n]i32) : i64 = n
entry parameters [n] (xs: [n]i32) : (i64, i64) = (n, size xs)
entry binders (xs: []i32) : (i64, []i32, []i64) =
  let [k] (positive: [k]i32) = filter (> 0) xs
  in (k, positive, iota k)
entry rows (a: [][]i32) : (i64, i64, []i32) =
  let [n] [m] (b: [n][m]i32) = a
  in (n, m, map (\j -> i32.sum b[:, j]) (iota m))
