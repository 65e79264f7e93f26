-- passes: inline simplify dead-code flatten-all
-- Arrays of which both the number of rows and their size vary: the scalars of all stand end to end.
def f [n] (sizes: [n]i64) =
  map (\k ->
         let xss = map (\i -> scan (+) 0 (map (+ i) (iota k))) (iota (k + 1))
         in i64.sum (map (\xs -> i64.product (map (+ 1) xs) % 97) (transpose xss))) sizes
entry main : []i64 = f [2, 0, 3, 1]
