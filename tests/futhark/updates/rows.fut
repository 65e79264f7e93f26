-- Whole rows as values of an update: from another row, from a copy of the same array, from a function, inside of
-- higher ranks, and rows swapped by elimination.
-- ==
-- entry: shift_down
-- input { [[1, 2], [3, 4], [5, 6]] } output { [[1, 2], [1, 2], [3, 4]] }
-- input { [[1, 2]] } output { [[1, 2]] }
-- input { empty([0][2]i32) } output { empty([0][2]i32) }
-- input { empty([2][0]i32) } output { empty([2][0]i32) }

-- ==
-- entry: smear
-- input { [[1, 2], [3, 4], [5, 6]] } output { [[1, 2], [1, 2], [1, 2]] }

-- ==
-- entry: cube
-- input { 2i64 1i64 } output { [[[0, 0], [0, 0]], [[0, 5], [6, 7]]] }
-- input { 1i64 0i64 } output { [[[7]]] }

-- ==
-- entry: determinant
-- input { [[2f64, 1], [4, 5]] } output { 6f64 }
-- input { [[0f64, 1], [1, 0]] } output { -1f64 }
-- input { [[0f64, 2, 3], [4, 0, 6], [7, 8, 0]] } output { 180f64 }
-- input { [[1f64, 2], [2, 4]] } output { 0f64 }
-- input { [[3f64]] } output { 3f64 }
-- input { empty([0][0]f64) } output { 1f64 }

entry shift_down [n][m] (a: *[n][m]i32) : [n][m]i32 =
  loop a for i < n - 1 do
    let k = n - 1 - i
    in a with [k] = copy a[k - 1]

entry smear [n][m] (a: *[n][m]i32) : [n][m]i32 =
  loop a for i < n - 1 do a with [i + 1] = copy a[i]

entry cube (n: i64) (k: i64) : [n][n][n]i32 =
  let a = replicate n (replicate n (replicate n 0))
  let a[k, 0, n - 1] = 5
  let a[k, n - 1] = map (\i -> 6 + i32.i64 i) (iota n)
  in if n == 1 then a with [0, 0, 0] = 7 else a

entry determinant [n] (a: *[n][n]f64) : f64 =
  let (_, d) =
    loop (a, d) = (a, 1) for k < n do
      let pivot = loop p = k while p < n - 1 && a[p, k] == 0 do p + 1
      let row = copy a[pivot]
      let a = a with [pivot] = copy a[k] with [k] = row
      let d = if pivot == k then d * row[k] else -d * row[k]
      let a =
        if row[k] == 0
        then a
        else loop a for i in k + 1..<n do
               let factor = a[i, k] / row[k]
               in a with [i] = map2 (\x y -> x - factor * y) (copy a[i]) row
      in (a, d)
  in d
