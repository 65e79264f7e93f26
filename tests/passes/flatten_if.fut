-- passes: inline simplify cse dead-code fuse simplify dead-code flatten-all
-- A condition that all rows share comes out of the map; one that varies stays in, and its branches are sequential.
def f [n] [m] (up: bool) (a: [n][m]i64) =
  map (\row -> if up then map (+ 1) row else scan (+) 0 row) a
def g [n] [m] (a: [n][m]i64) = map (\row -> if row[0] > 2 then reduce (+) 0 row else 7) a
entry main : []i64 = g (f (length (iota 3) > 2) (f false [[1, 2, 3], [4, 5, 6]]))
entry either (up: bool) : [][]i64 = f up [[1, 2, 3], [4, 5, 6]]
