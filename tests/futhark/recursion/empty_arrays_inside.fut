-- Arrays of arrays shrink to nothing in both dimensions in a recursion.
-- ==
-- entry: main
-- input { [[1i32, 2, 3], [4, 5, 6], [7, 8, 9]] } output { 45i32 3i64 }
-- input { [[1i32, 2]] } output { 3i32 1i64 }
-- input { empty([0][4]i32) } output { 0i32 0i64 }
-- input { empty([4][0]i32) } output { 0i32 0i64 }

-- The sum of first row and first column, and of the rest.
def peel [n] [m] (d: i64) (a: [n][m]i32) : (i32, i64) =
  if n == 0 || m == 0 then (0, d) else
  let edge = i32.sum a[0] + i32.sum a[1:, 0]
  let (s, k) = peel (d + 1) a[1:, 1:]
  in (edge + s, k)

entry main (a: [][]i32) : (i32, i64) = peel 0 a
