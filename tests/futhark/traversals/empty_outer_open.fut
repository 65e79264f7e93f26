-- The rows of a traversal without elements, of sizes that are computed from those in scope.
-- ==
-- entry: widened
-- input { empty([0][3]i32) } output { empty([0][4]i32) }
-- input { [[1i32, 2]] } output { [[1i32, 2, 1]] }

-- ==
-- entry: divided
-- input { empty([0][6]i32) 2i64 } output { empty([0][3][2]i32) }
-- input { empty([0][6]i32) 0i64 } output { empty([0][0][0]i32) }
-- input { [[1i32, 2, 3, 4, 5, 6]] 3i64 } output { [[[1i32, 2, 3], [4, 5, 6]]] }
-- input { [[1i32, 2]] 0i64 } error: division by zero

-- ==
-- entry: chosen
-- input { empty([0][3]i32) true } output { empty([0][6]i32) }
-- input { empty([0][3]i32) false } output { empty([0][3]i32) }
-- input { [[1i32, 2]] true } output { [[1i32, 2, 1, 2]] }

entry widened [n][m] (a: [n][m]i32) : [n][]i32 =
  let width = m + 1
  in map (\row -> tabulate width (\j -> row[j % m])) a

entry divided [n][m] (rows: [n][m]i32) (k: i64) : [n][][]i32 =
  map (\row -> let parts = m / k in tabulate_2d parts k (\i j -> row[i * k + j])) rows

entry chosen [n][m] (rows: [n][m]i32) (twice: bool) : [n][]i32 =
  let width = if twice then m + m else m
  in map (\row -> (if twice then row ++ row else row) :> [width]i32) rows
