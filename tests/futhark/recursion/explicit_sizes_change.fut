-- Size parameters of a recursive function change from call to call.
-- ==
-- entry: main
-- input { [[1i32, 2, 3], [4, 5, 6]] } output { 6i32 }
-- input { [[1i32, 2], [3, 4], [5, 6], [7, 8]] } output { 8i32 }
-- input { [[9i32]] } output { 9i32 }
-- input { empty([0][3]i32) } output { 0i32 }

-- Transposes and drops the first row until nothing is left: the last element of a spiral, of a kind.
def spiral [n] [m] (last: i32) (xs: [n][m]i32) : i32 =
  if n == 0 || m == 0 then last else spiral xs[0, m - 1] (transpose xs[1:])

entry main (xs: [][]i32) : i32 = spiral 0 xs
