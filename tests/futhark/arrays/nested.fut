-- Array literals of arrays, arrays in tuples and records, and arrays that functions return.
-- ==
-- entry: literals
-- input { 5 } output { [[5, 6], [7, 8]] [[[5], [6]], [[5], [6]]] [5, 25, 125] 5 }
-- input { 0 } output { [[0, 1], [2, 3]] [[[0], [1]], [[0], [1]]] [0, 0, 0] 0 }

-- ==
-- entry: constants
-- input { 2i64 } output { 5 [4, 5, 6] 21 }
-- input { 0i64 } output { 1 [4, 5, 6] 21 }
-- input { 3i64 } error: Index \[3\] out of bounds

-- ==
-- entry: records
-- input { [3, 1, 2] } output { 3i64 6 [3, 1, 2] [2, 1, 3] }
-- input { empty([0]i32) } output { 0i64 0 empty([0]i32) empty([0]i32) }

-- ==
-- entry: tuples_of_arrays
-- input { 3i64 } output { [0i64, 1, 2] [[1i64, 1, 1], [1, 1, 1], [1, 1, 1]] 3i64 }
-- input { 0i64 } output { empty([0]i64) empty([0][0]i64) 0i64 }

-- ==
-- entry: chosen
-- input { true [1, 2] } output { [2, 1] 2i64 }
-- input { false [1, 2] } output { [1, 2, 1, 2] 4i64 }
-- input { false empty([0]i32) } output { empty([0]i32) 0i64 }

-- ==
-- entry: triangle
-- input { 3i64 } output { [[1i64, 0, 0], [1, 1, 0], [1, 1, 1]] [1i64, 2, 3] [[1i64, 1, 1], [0, 1, 1], [0, 0, 1]] }
-- input { 1i64 } output { [[1i64]] [1i64] [[1i64]] }

-- ==
-- entry: four_dimensions
-- input { } output { [[[[0i64, 1], [2, 3]], [[4, 5], [6, 7]]], [[[8, 9], [10, 11]], [[12, 13], [14, 15]]]] [5i64, 7] 10i64 }

def table = [[1, 2, 3], [4, 5, 6,],]
def primes: [5]i64 = [2, 3, 5, 7, 11]

entry literals (x: i32) =
  let rows = [[x, x + 1], [x + 2, x + 3]]
  let column = [[x], [x + 1]]
  in (rows, [column, column], [x, x * x, x * x * x], [rows[0, 0], rows[0, 1]][0])

entry constants (i: i64) =
  let triple = [1, 3, 5]
  in (triple[i], copy table[1], i32.sum (flatten table))

entry records (xs: []i32) =
  let summary = {size = length xs, total = i32.sum xs, values = xs}
  let turned = summary with values = reverse xs
  in (summary.size, turned.total, summary.values, turned.values)

entry tuples_of_arrays (n: i64) =
  let make k = (iota k, replicate k (replicate k 1i64))
  let (a, b) = make n
  in (a, b, length b)

entry chosen (backwards: bool) (xs: []i32) =
  let ys = if backwards then reverse xs else xs ++ xs
  in (ys, length ys)

entry triangle (n: i64) =
  let t = tabulate_2d n n (\i j -> if j <= i then 1 else 0i64)
  in (t, map i64.sum t, transpose t)

entry four_dimensions =
  let a = unflatten_4d (iota (2 * 2 * 2 * 2)) :> [2][2][2][2]i64
  in (a, a[0, 1, :, 1], a[1, 0, 1, 0])
