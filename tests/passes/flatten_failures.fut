-- passes: inline simplify cse dead-code fuse simplify dead-code flatten-regular
-- Of two checks the first row's second one comes before the second row's first one, so what is between them stays.
def f [n] [m] (a: [n][m]i64) (is: [n]i64) (js: [n]i64) =
  map3 (\row i j -> let x = row[i]
                    let sums = scan (+) 0 row
                    let total = reduce (+) 0 (map (* x) sums)
                    in total + sums[j]) a is js
entry main : []i64 = f [[1, 2, 3], [4, 5, 6]] [0, 7] [9, 1]
entry fine : []i64 = f [[1, 2, 3], [4, 5, 6]] [0, 2] [1, 1]
