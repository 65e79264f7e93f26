-- passes: merge-blocks
-- Rows are made where those were that an iteration reads, in place; not where an element comes from another one of its row,
-- or from another row.
def made [n] [m] (xs: [n][m]f64) : *[n][m]f64 = (copy xs) with [0, 0] = 6

def shares [n] [m] (xs: [n][m]f64) : [n][m]f64 =
  map (\row -> let sum = f64.sum row in map (\x -> x / sum) row) (made xs)

def reversed [n] [m] (xs: [n][m]f64) : [n][m]f64 = map (\row -> map (\j -> row[m - 1 - j] + 1) (iota m)) (made xs)

def above [n] [m] (xs: [n][m]f64) : [n][m]f64 =
  let ys = made xs
  in tabulate_2d n m (\i j -> if i > 0 then ys[i - 1, j] else ys[i, j])

entry of_shares : [][]f64 = shares [[1, 3], [2, 2]]
entry of_reversed : [][]f64 = reversed [[1, 3], [2, 2]]
entry of_above : [][]f64 = above [[1, 3], [2, 2]]
