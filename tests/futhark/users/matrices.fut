-- Matrices: products in blocks, Kronecker products, powers in a semiring, diagonals, spirals, determinants without fractions.
-- ==
-- entry: product
-- input { [[1i32, -1i32, 0i32, 4i32], [-4i32, -4i32, 3i32, 5i32], [3i32, -2i32, -4i32, 4i32], [5i32, -1i32, -1i32, -2i32]] [[1i32, 2i32, -2i32, -3i32], [4i32, -2i32, 3i32, -5i32], [-2i32, -3i32, -5i32, 5i32], [0i32, 3i32, 5i32, 4i32]] }
-- output { [[-3i32, 16i32, 15i32, 18i32], [-26i32, 6i32, 6i32, 67i32], [3i32, 34i32, 28i32, -3i32], [3i32, 9i32, -18i32, -23i32]] }
-- input { empty([2][0]i32) empty([0][3]i32) } output { [[0i32, 0i32, 0i32], [0i32, 0i32, 0i32]] }

-- ==
-- entry: tiled
-- input { [[1i32, -1i32, 0i32, 4i32], [-4i32, -4i32, 3i32, 5i32], [3i32, -2i32, -4i32, 4i32], [5i32, -1i32, -1i32, -2i32]] [[1i32, 2i32, -2i32, -3i32], [4i32, -2i32, 3i32, -5i32], [-2i32, -3i32, -5i32, 5i32], [0i32, 3i32, 5i32, 4i32]] }
-- output { [[-3i32, 16i32, 15i32, 18i32], [-26i32, 6i32, 6i32, 67i32], [3i32, 34i32, 28i32, -3i32], [3i32, 9i32, -18i32, -23i32]] }
-- input { [[1i32, -1i32, 0i32, 4i32], [-4i32, -4i32, 3i32, 5i32]] [[1i32, 2i32], [4i32, -2i32], [-2i32, -3i32], [0i32, 3i32]] }
-- output { [[-3i32, 16i32], [-26i32, 6i32]] }

-- ==
-- entry: kronecker
-- input { [[1i32, 2i32], [3i32, 0i32]] [[1i32, -1i32, 2i32]] }
-- output { [[1i32, -1i32, 2i32, 2i32, -2i32, 4i32], [3i32, -3i32, 6i32, 0i32, 0i32, 0i32]] }

-- ==
-- entry: fibonacci
-- input { 90u64 1000000007u64 } output { 210345902u64 }
-- input { 0u64 7u64 } output { 0u64 }

-- ==
-- entry: distances
-- input { [[0.0f64, 3.0f64, f64.inf], [f64.inf, 0.0f64, 2.0f64], [1.0f64, f64.inf, 0.0f64]] }
-- output { [[0.0f64, 3.0f64, 5.0f64], [3.0f64, 0.0f64, 2.0f64], [1.0f64, 4.0f64, 0.0f64]] }

-- ==
-- entry: diagonals
-- input { [[1i32, -1i32, 0i32, 4i32], [-4i32, -4i32, 3i32, 5i32], [3i32, -2i32, -4i32, 4i32], [5i32, -1i32, -1i32, -2i32]] }
-- output { -9i32 10i32 }

-- ==
-- entry: spiral
-- input { [[1i32, -1i32, 0i32, 4i32], [-4i32, -4i32, 3i32, 5i32], [3i32, -2i32, -4i32, 4i32], [5i32, -1i32, -1i32, -2i32]] }
-- output { [1i32, -1i32, 0i32, 4i32, 5i32, 4i32, -2i32, -1i32, -1i32, 5i32, 3i32, -4i32, -4i32, 3i32, -4i32, -2i32] }
-- input { [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]] } output { [1i32, 2i32, 3i32, 6i32, 5i32, 4i32] }
-- input { [[7i32]] } output { [7i32] }
-- input { empty([0][2]i32) } output { empty([0]i32) }

-- ==
-- entry: determinant
-- input { [[2i64, 3i64, 1i64], [4i64, 1i64, -3i64], [5i64, 2i64, 7i64]] } output { -100i64 }
-- input { empty([0][0]i64) } output { 1i64 }
-- input { [[5i64]] } output { 5i64 }

-- ==
-- entry: rows_and_columns
-- input { [[1.0f32, 2.0f32, 3.0f32], [4.0f32, 5.0f32, 6.0f32]] }
-- output { [6.0f32, 15.0f32] [5.0f32, 7.0f32, 9.0f32] 21.0f32 }

def matmul 'a [n][m][p] (add: a -> a -> a) (mul: a -> a -> a) (zero: a) (x: [n][m]a) (y: [m][p]a) : [n][p]a =
  map (\row -> map (\column -> reduce add zero (map2 mul row column)) (transpose y)) x

def multiply [n][m][p] : [n][m]i32 -> [m][p]i32 -> [n][p]i32 = matmul (+) (*) 0

entry product [n][m][p] (x: [n][m]i32) (y: [m][p]i32) : [n][p]i32 = multiply x y

-- | In tiles of two by two.
entry tiled [h][w] (x: [h][w]i32) (y: [w][h]i32) : [h][h]i32 =
  let (n, m) = (h / 2, w / 2)
  let tiles [r][c] (a: [r * 2][c * 2]i32) : [r][c][2][2]i32 =
    a |> unflatten |> map (map unflatten >-> transpose)
  let (tx, ty) = (tiles (x :> [n * 2][m * 2]i32), tiles (y :> [m * 2][n * 2]i32))
  let plus = map2 (map2 (+))
  let tile i j = reduce plus (replicate 2 (replicate 2 0)) (map2 multiply tx[i] (transpose ty)[j])
  in tabulate_2d n n tile |> map (transpose >-> map flatten) |> flatten :> [h][h]i32

entry kronecker [a][b][c][d] (x: [a][b]i32) (y: [c][d]i32) : [a * c][b * d]i32 =
  x |> map (\row -> y |> map (\row' -> row |> map (\e -> map (e *) row') |> flatten)) |> flatten

def power [n] (mul: [n][n]u64 -> [n][n]u64 -> [n][n]u64) (one: [n][n]u64) (x: [n][n]u64) (k: u64) : [n][n]u64 =
  (loop (r, x, k) = (one, x, k) while k != 0 do
     (if k % 2 == 1 then mul r x else r, mul x x, k / 2)).0

entry fibonacci (k: u64) (m: u64) : u64 =
  let mul = matmul (\a b -> (a + b) % m) (\a b -> a * b % m) 0
  in (power mul [[1, 0], [0, 1]] [[1, 1], [1, 0]] k)[0, 1]

-- | Lengths of shortest paths, in the semiring of minimum and sum.
entry distances [n] (w: [n][n]f64) : [n][n]f64 =
  let start = map2 (\i row -> copy row with [i] = 0) (iota n) w
  let step a = map2 (map2 f64.min) a (matmul f64.min (+) f64.inf a a)
  in iterate_until (\a -> and (flatten (map2 (map2 (==)) a (step a)))) step start

entry diagonals [n] (a: [n][n]i32) : (i32, i32) =
  (i32.sum (map (\i -> a[i, i]) (iota n)), i32.sum (map (\i -> a[i, n - 1 - i]) (iota n)))

entry spiral [h][w] (a: [h][w]i32) : [h * w]i32 =
  let directions = [(0i64, 1i64), (1, 0), (0, -1), (-1, 0)]
  let free (seen: [h][w]bool) i j = i >= 0 && i < h && j >= 0 && j < w && !seen[i, j]
  let (out, _, _, _, _) =
    loop (out, seen, i, j, d) = (replicate (h * w) 0, replicate h (replicate w false), 0, 0, 0) for k < h * w do
      let seen[i, j] = true
      let (di, dj) = directions[d]
      let d = if free seen (i + di) (j + dj) then d else (d + 1) % 4
      let (di, dj) = directions[d]
      in (out with [k] = a[i, j], seen, i + di, j + dj, d)
  in out

-- | Bareiss: all divisions are exact; the pivots must not be 0.
entry determinant [n] (a: [n][n]i64) : i64 =
  let (a, _) =
    loop (a, previous) = (copy a, 1) for k < n - 1 do
      let pivot = a[k, k]
      let next = tabulate_2d n n (\i j ->
        if i <= k || j <= k then a[i, j] else (pivot * a[i, j] - a[i, k] * a[k, j]) // previous)
      in (next, pivot)
  in if n == 0 then 1 else last (last a)

entry rows_and_columns [h][w] (a: [h][w]f32) : ([h]f32, [w]f32, f32) =
  (map f32.sum a, map f32.sum (transpose a), f32.sum (flatten a))
