-- Outside of a block the type has for a variable the `i64` expression that it was bound to, through several variables.
-- ==
-- entry: two
-- input { } output { [0, 0] }

-- ==
-- entry: rows
-- input { [5i64, 6] } output { [[5i64, 5], [6, 6]] }
-- input { empty([0]i64) } output { empty([0][2]i64) }

-- ==
-- entry: through
-- input { 2i64 } output { [0i64, 1, 2, 3, 4, 5] }

-- ==
-- entry: divided
-- input { empty([0][6]i32) 2i64 } output { empty([0][3][2]i32) }
-- input { [[1, 2, 3, 4]] 2i64 } output { [[[1, 2], [3, 4]]] }

entry two : [2]i32 = let n = 2 in replicate n 0

entry rows [k] (xs: [k]i64) : [k][2]i64 = map (\x -> let n = 2 in replicate n x) xs

def six (n: i64) : [(n + 1) * 2]i64 =
  let m = n + 1
  let o = m * 2
  in iota o

entry through (n: i64) : []i64 = six n

entry divided [n][m] (rows: [n][m]i32) (k: i64) : [n][m / k][k]i32 =
  map (\row -> let parts = m / k in tabulate_2d parts k (\i j -> row[i * k + j])) rows
