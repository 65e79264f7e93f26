-- Arrays changed in shape: tiles, spirals, windows as rows, diagonals, Kronecker products.
-- ==
-- entry: tiles
-- input { 2i64 [[-3i32, 4i32, 8i32, 8i32, -6i32, -3i32], [9i32, 8i32, -1i32, -7i32, 4i32, 1i32], [-7i32, 2i32, 4i32, -1i32, 5i32, -6i32], [-3i32, 0i32, -6i32, -8i32, 9i32, -3i32]] }
-- output { [[[[-3i32, 4i32], [9i32, 8i32]], [[8i32, 8i32], [-1i32, -7i32]], [[-6i32, -3i32], [4i32, 1i32]]], [[[-7i32, 2i32], [-3i32, 0i32]], [[4i32, -1i32], [-6i32, -8i32]], [[5i32, -6i32], [9i32, -3i32]]]] }
-- input { 1i64 [[4i32]] }
-- output { [[[[4i32]]]] }
-- input { 3i64 [[2i32, 6i32, -3i32], [7i32, 9i32, 7i32], [-9i32, 2i32, -2i32]] }
-- output { [[[[2i32, 6i32, -3i32], [7i32, 9i32, 7i32], [-9i32, 2i32, -2i32]]]] }

-- ==
-- entry: tiles_and_back
-- input { 2i64 [[-3i32, 4i32, 8i32, 8i32, -6i32, -3i32], [9i32, 8i32, -1i32, -7i32, 4i32, 1i32], [-7i32, 2i32, 4i32, -1i32, 5i32, -6i32], [-3i32, 0i32, -6i32, -8i32, 9i32, -3i32]] }
-- output { [[-3i32, 4i32, 8i32, 8i32, -6i32, -3i32], [9i32, 8i32, -1i32, -7i32, 4i32, 1i32], [-7i32, 2i32, 4i32, -1i32, 5i32, -6i32], [-3i32, 0i32, -6i32, -8i32, 9i32, -3i32]] }
-- input { 1i64 [[-3i32, 4i32, 8i32, 8i32, -6i32, -3i32], [9i32, 8i32, -1i32, -7i32, 4i32, 1i32], [-7i32, 2i32, 4i32, -1i32, 5i32, -6i32], [-3i32, 0i32, -6i32, -8i32, 9i32, -3i32]] }
-- output { [[-3i32, 4i32, 8i32, 8i32, -6i32, -3i32], [9i32, 8i32, -1i32, -7i32, 4i32, 1i32], [-7i32, 2i32, 4i32, -1i32, 5i32, -6i32], [-3i32, 0i32, -6i32, -8i32, 9i32, -3i32]] }
-- input { 3i64 [[2i32, 6i32, -3i32], [7i32, 9i32, 7i32], [-9i32, 2i32, -2i32]] }
-- output { [[2i32, 6i32, -3i32], [7i32, 9i32, 7i32], [-9i32, 2i32, -2i32]] }
-- input { 5i64 [[-3i32, 4i32, 8i32, 8i32, -6i32, -3i32], [9i32, 8i32, -1i32, -7i32, 4i32, 1i32], [-7i32, 2i32, 4i32, -1i32, 5i32, -6i32], [-3i32, 0i32, -6i32, -8i32, 9i32, -3i32]] }
-- error: .

-- ==
-- entry: spirals
-- input { [[-3i32, 4i32, 8i32, 8i32, -6i32, -3i32], [9i32, 8i32, -1i32, -7i32, 4i32, 1i32], [-7i32, 2i32, 4i32, -1i32, 5i32, -6i32], [-3i32, 0i32, -6i32, -8i32, 9i32, -3i32]] }
-- output { [-3i32, 4i32, 8i32, 8i32, -6i32, -3i32, 1i32, -6i32, -3i32, 9i32, -8i32, -6i32, 0i32, -3i32, -7i32, 9i32, 8i32, -1i32, -7i32, 4i32, 5i32, -1i32, 4i32, 2i32] }
-- input { [[2i32, 6i32, -3i32], [7i32, 9i32, 7i32], [-9i32, 2i32, -2i32]] }
-- output { [2i32, 6i32, -3i32, 7i32, -2i32, 2i32, -9i32, 7i32, 9i32] }
-- input { [[4i32]] }
-- output { [4i32] }
-- input { [[0i32, 2i32, 3i32, 7i32]] }
-- output { [0i32, 2i32, 3i32, 7i32] }
-- input { [[3i32], [0i32], [-5i32], [6i32], [-8i32]] }
-- output { [3i32, 0i32, -5i32, 6i32, -8i32] }
-- input { empty([0][3]i32) }
-- output { empty([0]i32) }

-- ==
-- entry: columns
-- input { 2i64 3i64 [[-3i32, 4i32, 8i32, 8i32, -6i32, -3i32], [9i32, 8i32, -1i32, -7i32, 4i32, 1i32], [-7i32, 2i32, 4i32, -1i32, 5i32, -6i32], [-3i32, 0i32, -6i32, -8i32, 9i32, -3i32]] }
-- output { [[-3i32, 4i32, 8i32, 9i32, 8i32, -1i32], [4i32, 8i32, 8i32, 8i32, -1i32, -7i32], [8i32, 8i32, -6i32, -1i32, -7i32, 4i32], [8i32, -6i32, -3i32, -7i32, 4i32, 1i32], [9i32, 8i32, -1i32, -7i32, 2i32, 4i32], [8i32, -1i32, -7i32, 2i32, 4i32, -1i32], [-1i32, -7i32, 4i32, 4i32, -1i32, 5i32], [-7i32, 4i32, 1i32, -1i32, 5i32, -6i32], [-7i32, 2i32, 4i32, -3i32, 0i32, -6i32], [2i32, 4i32, -1i32, 0i32, -6i32, -8i32], [4i32, -1i32, 5i32, -6i32, -8i32, 9i32], [-1i32, 5i32, -6i32, -8i32, 9i32, -3i32]] }
-- input { 1i64 1i64 [[4i32]] }
-- output { [[4i32]] }

-- ==
-- entry: pooled
-- input { [[-3i32, 4i32, 8i32, 8i32, -6i32, -3i32], [9i32, 8i32, -1i32, -7i32, 4i32, 1i32], [-7i32, 2i32, 4i32, -1i32, 5i32, -6i32], [-3i32, 0i32, -6i32, -8i32, 9i32, -3i32]] }
-- output { [[9i32, 8i32, 8i32, 8i32, 4i32], [9i32, 8i32, 4i32, 5i32, 5i32], [2i32, 4i32, 4i32, 9i32, 9i32]] }
-- input { [[2i32, 6i32, -3i32], [7i32, 9i32, 7i32], [-9i32, 2i32, -2i32]] }
-- output { [[9i32, 9i32], [9i32, 9i32]] }
-- input { [[4i32]] }
-- output { empty([0][0]i32) }

-- ==
-- entry: sums_of_diagonals
-- input { [[2i32, 6i32, -3i32], [7i32, 9i32, 7i32], [-9i32, 2i32, -2i32]] }
-- output { [2i32, 13i32, -3i32, 9i32, -2i32] }
-- input { [[4i32]] }
-- output { [4i32] }

-- ==
-- entry: turned
-- input { [[-3i32, 4i32, 8i32, 8i32, -6i32, -3i32], [9i32, 8i32, -1i32, -7i32, 4i32, 1i32], [-7i32, 2i32, 4i32, -1i32, 5i32, -6i32], [-3i32, 0i32, -6i32, -8i32, 9i32, -3i32]] }
-- output { [[-3i32, -7i32, 9i32, -3i32], [0i32, 2i32, 8i32, 4i32], [-6i32, 4i32, -1i32, 8i32], [-8i32, -1i32, -7i32, 8i32], [9i32, 5i32, 4i32, -6i32], [-3i32, -6i32, 1i32, -3i32]] }
-- input { [[2i32, 6i32, -3i32], [7i32, 9i32, 7i32], [-9i32, 2i32, -2i32]] }
-- output { [[-9i32, 7i32, 2i32], [2i32, 9i32, 6i32], [-2i32, 7i32, -3i32]] }
-- input { [[4i32]] }
-- output { [[4i32]] }

-- ==
-- entry: kron
-- input { [[-3i32, 4i32, 8i32, 8i32, -6i32, -3i32], [9i32, 8i32, -1i32, -7i32, 4i32, 1i32], [-7i32, 2i32, 4i32, -1i32, 5i32, -6i32], [-3i32, 0i32, -6i32, -8i32, 9i32, -3i32]] [[2i32, 6i32, -3i32], [7i32, 9i32, 7i32], [-9i32, 2i32, -2i32]] }
-- output { [[-6i32, -18i32, 9i32, 8i32, 24i32, -12i32, 16i32, 48i32, -24i32, 16i32, 48i32, -24i32, -12i32, -36i32, 18i32, -6i32, -18i32, 9i32], [-21i32, -27i32, -21i32, 28i32, 36i32, 28i32, 56i32, 72i32, 56i32, 56i32, 72i32, 56i32, -42i32, -54i32, -42i32, -21i32, -27i32, -21i32], [27i32, -6i32, 6i32, -36i32, 8i32, -8i32, -72i32, 16i32, -16i32, -72i32, 16i32, -16i32, 54i32, -12i32, 12i32, 27i32, -6i32, 6i32], [18i32, 54i32, -27i32, 16i32, 48i32, -24i32, -2i32, -6i32, 3i32, -14i32, -42i32, 21i32, 8i32, 24i32, -12i32, 2i32, 6i32, -3i32], [63i32, 81i32, 63i32, 56i32, 72i32, 56i32, -7i32, -9i32, -7i32, -49i32, -63i32, -49i32, 28i32, 36i32, 28i32, 7i32, 9i32, 7i32], [-81i32, 18i32, -18i32, -72i32, 16i32, -16i32, 9i32, -2i32, 2i32, 63i32, -14i32, 14i32, -36i32, 8i32, -8i32, -9i32, 2i32, -2i32], [-14i32, -42i32, 21i32, 4i32, 12i32, -6i32, 8i32, 24i32, -12i32, -2i32, -6i32, 3i32, 10i32, 30i32, -15i32, -12i32, -36i32, 18i32], [-49i32, -63i32, -49i32, 14i32, 18i32, 14i32, 28i32, 36i32, 28i32, -7i32, -9i32, -7i32, 35i32, 45i32, 35i32, -42i32, -54i32, -42i32], [63i32, -14i32, 14i32, -18i32, 4i32, -4i32, -36i32, 8i32, -8i32, 9i32, -2i32, 2i32, -45i32, 10i32, -10i32, 54i32, -12i32, 12i32], [-6i32, -18i32, 9i32, 0i32, 0i32, 0i32, -12i32, -36i32, 18i32, -16i32, -48i32, 24i32, 18i32, 54i32, -27i32, -6i32, -18i32, 9i32], [-21i32, -27i32, -21i32, 0i32, 0i32, 0i32, -42i32, -54i32, -42i32, -56i32, -72i32, -56i32, 63i32, 81i32, 63i32, -21i32, -27i32, -21i32], [27i32, -6i32, 6i32, 0i32, 0i32, 0i32, 54i32, -12i32, 12i32, 72i32, -16i32, 16i32, -81i32, 18i32, -18i32, 27i32, -6i32, 6i32]] }
-- input { [[4i32]] [[-3i32, 4i32, 8i32, 8i32, -6i32, -3i32], [9i32, 8i32, -1i32, -7i32, 4i32, 1i32], [-7i32, 2i32, 4i32, -1i32, 5i32, -6i32], [-3i32, 0i32, -6i32, -8i32, 9i32, -3i32]] }
-- output { [[-12i32, 16i32, 32i32, 32i32, -24i32, -12i32], [36i32, 32i32, -4i32, -28i32, 16i32, 4i32], [-28i32, 8i32, 16i32, -4i32, 20i32, -24i32], [-12i32, 0i32, -24i32, -32i32, 36i32, -12i32]] }

-- ==
-- entry: cubes
-- input { [[[4i32, 5i32, 9i32], [1i32, 1i32, 8i32], [8i32, 3i32, 1i32]], [[9i32, 4i32, 4i32], [3i32, 6i32, 7i32], [3i32, 2i32, 9i32]], [[3i32, 8i32, 0i32], [3i32, 2i32, 0i32], [5i32, 8i32, 9i32]]] }
-- output { [4i32, 1i32, 8i32, 9i32, 3i32, 3i32, 3i32, 3i32, 5i32, 5i32, 1i32, 3i32, 4i32, 6i32, 2i32, 8i32, 2i32, 8i32, 9i32, 8i32, 1i32, 4i32, 7i32, 9i32, 0i32, 0i32, 9i32] }

-- ==
-- entry: pair_sums
-- input { [1i32] }
-- output { [[2i32]] }
-- input { [1i32, 2i32, 3i32] }
-- output { [[2i32, 3i32, 4i32], [3i32, 4i32, 5i32], [4i32, 5i32, 6i32]] }
-- input { empty([0]i32) }
-- output { empty([0][0]i32) }

-- ==
-- entry: moving_maxima
-- input { 1i64 [4i32] }
-- output { [4i32] }
-- input { 3i64 [1i32, 5i32, 2i32, 8i32, 0i32, 3i32] }
-- output { [5i32, 8i32, 8i32, 8i32] }
-- input { 1i64 empty([0]i32) }
-- output { empty([0]i32) }

-- | Tiles of a matrix, and back.
def tile [n][m] (t: i64) (a: [n * t][m * t]i32) : [n][m][t][t]i32 =
  a |> unflatten |> map (map unflatten >-> transpose)

def untile [n][m][t] (a: [n][m][t][t]i32) : [n * t][m * t]i32 =
  a |> map (transpose >-> map flatten) |> flatten

def spiral [n][m] (a: [n][m]i32) : [n * m]i32 =
  let (out, _, _) =
    loop (out, k, a) = (replicate (n * m) 0, 0, a) while !(null (flatten a)) do
      let row = head a
      let w = length row
      let out = scatter out (map (+ k) (iota w)) (sized w row)
      in (out, k + w, tail a |> transpose |> reverse)
  in out

def im2col [h][w] (kh: i64) (kw: i64) (a: [h][w]i32) : [(h - kh + 1) * (w - kw + 1)][kh * kw]i32 =
  tabulate_2d (h - kh + 1) (w - kw + 1) (\i j ->
    flatten (a[i:i + kh, j:j + kw] :> [kh][kw]i32))
  |> flatten

def col2im [h][w][k] (cols: [h * w][k]i32) (f: [k]i32 -> i32) : [h][w]i32 = map f cols |> unflatten

def diagonals [n] (a: [n][n]i32) : [2 * n - 1][n]i32 =
  tabulate_2d (2 * n - 1) n (\d i ->
    let j = d - i
    in if j >= 0 && j < n then a[i, j] else 0)

def rotate_quarter [n][m] (a: [n][m]i32) : [m][n]i32 = reverse a |> transpose

def kronecker [n][m][p][q] (a: [n][m]i32) (b: [p][q]i32) : [n * p][m * q]i32 =
  map (\ar -> map (\br -> map (\x -> map (* x) br) ar |> flatten) b) a |> flatten

def cube [n] (a: [n][n][n]i32) : [n * n * n]i32 =
  a |> map transpose |> transpose |> flatten_3d

def pairs [n] 't (xs: [n]t) : [n * n](t, t) =
  map (\x -> map (\y -> (x, y)) xs) xs |> flatten

def windows [n] 't (k: i64) (xs: [n]t) : [n - k + 1][k]t =
  map (\i -> xs[i:i + k] :> [k]t) (iota (n - k + 1))

entry tiles [n][m] (t: i64) (a: [n][m]i32) : [][][][]i32 =
  tile t (a :> [(n / t) * t][(m / t) * t]i32)
entry tiles_and_back [n][m] (t: i64) (a: [n][m]i32) : [n][m]i32 =
  untile (tile t (a :> [(n / t) * t][(m / t) * t]i32)) :> [n][m]i32
entry spirals [n][m] (a: [n][m]i32) = spiral a
entry columns [h][w] (kh: i64) (kw: i64) (a: [h][w]i32) = im2col kh kw a
entry pooled [h][w] (a: [h][w]i32) : [h - 2 + 1][w - 2 + 1]i32 = col2im (im2col 2 2 a) i32.maximum
entry sums_of_diagonals [n] (a: [n][n]i32) = map i32.sum (diagonals a)
entry turned [n][m] (a: [n][m]i32) : [m][n]i32 = rotate_quarter a
entry kron [n][m][p][q] (a: [n][m]i32) (b: [p][q]i32) = kronecker a b
entry cubes [n] (a: [n][n][n]i32) = cube a
entry pair_sums [n] (xs: [n]i32) : [n][n]i32 = pairs xs |> map (uncurry (+)) |> unflatten
entry moving_maxima [n] (k: i64) (xs: [n]i32) : [n - k + 1]i32 = windows k xs |> map i32.maximum
