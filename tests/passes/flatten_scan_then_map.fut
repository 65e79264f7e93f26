-- passes: inline simplify cse dead-code fuse simplify dead-code flatten-all
-- The scanned rows go from one nest to the next as an array.
def f [n] [m] (a: [n][m]i64) =
  map (\row -> let s = scan (+) 0 row
               let last = s[m - 1]
               in map (\x -> x * last) s) a
entry main : [][]i64 = f [[1, 2, 3], [4, 5, 6]]
