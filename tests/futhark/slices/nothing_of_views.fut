-- Slices without elements, out of bounds, of matrices, views, tuples and other such slices, and what is made of them.
-- ==
-- entry: matrix
-- input { [[1i32, 2, 3], [4, 5, 6]] 7i64 } output { empty([0][3]i32) empty([2][0]i32) empty([0][1]i32) empty([0]i32) }
-- input { [[1i32, 2, 3], [4, 5, 6]] -7i64 } output { empty([0][3]i32) empty([2][0]i32) empty([0][1]i32) empty([0]i32) }

-- ==
-- entry: mixed
-- input { [[1i32, 2], [3, 4]] 1i64 9i64 } output { empty([0]i32) }
-- input { [[1i32, 2], [3, 4]] 2i64 9i64 } error: Index \[2, 9:9\] out of bounds for array of shape \[2\]\[2\]
-- input { [[1i32, 2], [3, 4]] -1i64 0i64 } error: Index \[-1, 0:0\] out of bounds for array of shape \[2\]\[2\]

-- ==
-- entry: both
-- input { [[1i32, 2], [3, 4]] 5i64 0i64 3i64 } error: Index \[5:5, 0:3\] out of bounds for array of shape \[2\]\[2\]
-- input { [[1i32, 2], [3, 4]] 5i64 0i64 2i64 } output { empty([0][2]i32) }

-- ==
-- entry: views
-- input { [[1i32, 2, 3], [4, 5, 6]] 8i64 } output { empty([0][2]i32) empty([3][0]i32) empty([0]i32) empty([0]i32) }

-- ==
-- entry: pairs
-- input { [1i32, 2] [true, false] 6i64 } output { 0i64 empty([0]i32) empty([0]bool) }

-- ==
-- entry: made
-- input { [1i32, 2, 3] 5i64 } output { 0i32 [1i32, 2, 3] empty([0]i32) empty([0]i32) empty([2][0]i32) }
-- input { [1i32, 2, 3] -5i64 } output { 0i32 [1i32, 2, 3] empty([0]i32) empty([0]i32) empty([2][0]i32) }

-- ==
-- entry: windows
-- input { [1i32, 2, 3] [0i64, 1, 3] 0i64 } output { [0i32, 0, 0] }
-- input { [1i32, 2, 3] [9i64, -9] 0i64 } output { [0i32, 0] }
-- input { [1i32, 2, 3] [0i64, 1] 2i64 } output { [3i32, 5] }
-- input { [1i32, 2, 3] [0i64, 9] 2i64 } error: Index \[9:11\] out of bounds for array of shape \[3\]

-- ==
-- entry: chosen
-- input { [1i32, 2, 3] 2i64 true } output { [1i32, 2] }
-- input { [1i32, 2, 3] 4i64 false } output { empty([0]i32) }
-- input { [1i32, 2, 3] 4i64 true } error: Index \[0:4\]

-- ==
-- entry: around
-- input { [1i32, 2, 3] 3i64 } output { empty([0]i32) }
-- input { [1i32, 2, 3] 0i64 } output { [1i32, 2, 3] }

entry matrix (a: [2][3]i32) (i: i64) : ([][3]i32, [2][]i32, [][]i32, []i32) =
  (a[i:i], a[:, i:i], a[i:i, 1:2], a[i:i, 1])
entry mixed (a: [][]i32) (i: i64) (j: i64) : []i32 = a[i, j:j]
entry both (a: [][]i32) (i: i64) (j: i64) (k: i64) : [][]i32 = a[i:i, j:k]
entry views (a: [2][3]i32) (i: i64) : ([][]i32, [][]i32, []i32, []i32) =
  ((transpose a)[i:i], (transpose a)[::-1, i:i:-1], (flatten (transpose a))[i:i:2], a[i:i, 0][3 * i:3 * i])
entry pairs [n] (xs: [n]i32) (bs: [n]bool) (i: i64) : (i64, []i32, []bool) =
  let part = (zip xs bs)[i:i]
  let (ys, cs) = unzip part
  in (length part, ys, cs)
entry made (xs: []i32) (i: i64) : (i32, []i32, []i32, []i32, [][]i32) =
  let none = xs[i:i]
  in (i32.sum none, none ++ xs ++ none, map (+ 1) none, reverse none, replicate 2 none)
entry windows [n] (xs: []i32) (is: [n]i64) (k: i64) : [n]i32 = map (\i -> i32.sum xs[i:i + k]) is
entry chosen (xs: []i32) (k: i64) (first: bool) : []i32 = if first then xs[0:k] else xs[k:k]
entry around (xs: []i32) (steps: i64) : []i32 = loop ys = xs for i < steps do ys[i * 10 + 4:i * 10 + 4]
