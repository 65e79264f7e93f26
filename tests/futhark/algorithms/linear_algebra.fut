-- Dense linear algebra: Gauss-Jordan inversion with pivoting as whole-matrix maps, LU decomposition in place,
-- conjugate gradients, and a blocked product that must agree with the plain one.
-- ==
-- entry: inverse
-- input { [[2f64, 0], [0, 4]] } output { [[0.5f64, 0], [0, 0.25]] }
-- input { [[0f64, 1], [1, 0]] } output { [[0f64, 1], [1, 0]] }
-- input { [[1f64, 2, 3], [0, 1, 4], [5, 6, 0]] } output { [[-24f64, 18, 5], [20, -15, -4], [-5, 4, 1]] }
-- input { empty([0][0]f64) } output { empty([0][0]f64) }

-- ==
-- entry: lu
-- input { [[2f64, 1, 1], [4, 3, 3], [8, 7, 9]] } output { [[1f64, 0, 0], [2, 1, 0], [4, 3, 1]] [[2f64, 1, 1], [0, 1, 1], [0, 0, 2]] }
-- input { [[3f64]] } output { [[1f64]] [[3f64]] }

-- ==
-- entry: conjugate_gradients
-- input { [[4f64, 1], [1, 3]] [1f64, 2] } output { [0.0909090909f64, 0.6363636363] }

-- ==
-- entry: blocked
-- input { 2i64 4i64 } output { true }
-- input { 3i64 2i64 } output { true }
-- input { 1i64 1i64 } output { true }

def dot [n] (a: [n]f64) (b: [n]f64) : f64 = f64.sum (map2 (*) a b)
def matvec [n][m] (a: [n][m]f64) (x: [m]f64) : [n]f64 = map (dot x) a
def matmul [n][m][p] (a: [n][m]f64) (b: [m][p]f64) : [n][p]f64 = map (matvec (transpose b)) a

entry inverse [n] (a: [n][n]f64) : [n][n]f64 =
  let start = map2 (\row i -> row ++ map (\j -> f64.bool (i == j)) (iota n)) a (iota n)
  let eliminate m k =
    let larger (x, i) (y, j) = if f64.abs x >= f64.abs y then (x, i) else (y, j)
    let column = map (\i -> (if i < k then 0 else m[i, k], i)) (iota n)
    let (_, pivot) = reduce larger (0, k) column
    let scaled = map (/ m[pivot, k]) m[pivot]
    let change i row =
      if i == k then scaled
      else let source = if i == pivot then m[k] else row
           in map2 (\x y -> x - y * source[k]) source scaled
    in map2 change (iota n) m
  in map (drop n) (foldl eliminate start (iota n)) :> [n][n]f64

entry lu [n] (a: [n][n]f64) : ([n][n]f64, [n][n]f64) =
  let m =
    loop m = copy a for k < n do
      loop m for i in k + 1..<n do
        let factor = m[i, k] / m[k, k]
        let m[i, k] = factor
        in loop m for j in k + 1..<n do
             m with [i, j] = m[i, j] - factor * m[k, j]
  let lower = tabulate_2d n n (\i j -> if i == j then 1 else if j < i then m[i, j] else 0)
  let upper = tabulate_2d n n (\i j -> if j >= i then m[i, j] else 0)
  in (lower, upper)

entry conjugate_gradients [n] (a: [n][n]f64) (b: [n]f64) : [n]f64 =
  let x = replicate n 0
  let (x, _, _, _, _) =
    loop (x, r, p, rr, rounds) = (x, b, b, dot b b, 0i32)
    while rr > 1e-20 && rounds < 50 do
      let ap = matvec a p
      let alpha = rr / dot p ap
      let x = map2 (\xi pi -> xi + alpha * pi) x p
      let r = map2 (\ri api -> ri - alpha * api) r ap
      let rr' = dot r r
      let p = map2 (\ri pi -> ri + rr' / rr * pi) r p
      in (x, r, p, rr', rounds + 1)
  in x

entry blocked (blocks: i64) (size: i64) : bool =
  let n = blocks * size
  let a = tabulate_2d n n (\i j -> f64.i64 ((i * 3 + j) % 7))
  let b = tabulate_2d n n (\i j -> f64.i64 ((i + j * 5) % 11))
  let block m i j = m[i * size:(i + 1) * size, j * size:(j + 1) * size] :> [size][size]f64
  let add x y = map2 (map2 (+)) x y
  let zero = replicate size (replicate size 0)
  let product i j =
    loop sum = zero for k < blocks do add sum (matmul (block a i k) (block b k j))
  let c = tabulate_2d blocks blocks product
  let joined = tabulate_2d n n (\i j -> c[i / size, j / size, i % size, j % size])
  in and (map2 (\r s -> and (map2 (==) r s)) joined (matmul a b))
