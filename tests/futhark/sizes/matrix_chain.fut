-- Sizes flow through a chain of products, with a fold over matrices.
-- ==
-- entry: main
-- input { [[[1i32, 1], [0, 1]], [[1, 0], [1, 1]]] } output { [[2i32, 1], [1, 1]] [[3i32], [2]] }
-- input { empty([0][2][2]i32) } output { [[1i32, 0], [0, 1]] [[1i32], [1]] }

def mul [a] [b] [c] (x: [a][b]i32) (y: [b][c]i32) : [a][c]i32 =
  map (\r -> map (\col -> i32.sum (map2 (*) r col)) (transpose y)) x

def eye (n: i64) : [n][n]i32 = tabulate_2d n n (\i j -> i32.bool (i == j))

entry main [k] [n] (ms: [k][n][n]i32) : ([n][n]i32, [n][1]i32) =
  let p = foldl mul (eye n) ms
  in (p, p `mul` replicate n [1])
