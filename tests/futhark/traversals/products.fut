-- Products of matrices and what is like them: on devices they are computed in tiles, which are ragged at the edges here, or whole.

def matrix (n: i64) (m: i64) (seed: i64) : [n][m]i32 =
  tabulate_2d n m (\i j -> i32.i64 ((i * 31 + j * 17 + seed) % 23 - 11))

def floats [n] [m] (a: [n][m]i32) : [n][m]f64 = map (map (\x -> f64.i32 x / 7)) a

-- Of all elements, by their positions.
def digest [n] [m] (a: [n][m]i32) : i32 =
  i32.sum (flatten (tabulate_2d n m (\i j -> a[i, j] * i32.i64 (i * 7 + j * 3 + 1))))

def bits [n] [m] (a: [n][m]f64) : i32 = digest (map (map (\x -> i32.u64 (f64.to_bits x >> 20))) a)

def product [n] [m] [p] (a: [n][m]i32) (b: [m][p]i32) : [n][p]i32 =
  map (\row -> map (\column -> i32.sum (map2 (*) row column)) (transpose b)) a

-- ==
-- entry: plain
-- input { 37i64 41i64 39i64 } output { 16344i32 }
-- input { 8i64 32i64 32i64 } output { 30021i32 }
-- input { 5i64 16i64 16i64 } output { -3701i32 }
-- input { 9i64 35i64 7i64 } output { -32157i32 }
-- input { 3i64 20i64 17i64 } output { 1895i32 }
-- input { 20i64 0i64 20i64 } output { 0i32 }
-- input { 1i64 300i64 1i64 } output { 90i32 }
entry plain (n: i64) (m: i64) (p: i64) : i32 = digest (product (matrix n m 1) (matrix m p 2))

-- ==
-- entry: small
-- input { [[1, 2, 3], [4, 5, 6]] [[1, 2], [3, 4], [5, 6]] } output { [[22, 28], [49, 64]] }
entry small [n] [m] [p] (a: [n][m]i32) (b: [m][p]i32) : [n][p]i32 = product a b

-- Either operand as it lies, or the other way around.
-- ==
-- entry: transposed
-- input { 19i64 21i64 23i64 } output { -42228i32 -16698i32 -8901i32 }
-- input { 4i64 16i64 16i64 } output { -22753i32 -988i32 -13554i32 }
entry transposed (n: i64) (m: i64) (p: i64) : (i32, i32, i32) =
  let (a, b) = (matrix n m 3, matrix m p 4)
  let (at, bt) = (matrix m n 5, matrix p m 6)
  in (digest (product (transpose at) b), digest (product a (transpose bt)), digest (product (transpose at) (transpose bt)))

-- ==
-- entry: batch
-- input { 3i64 9i64 18i64 17i64 } output { [-28958i32, -40127i32, -35801i32] }
-- input { 0i64 9i64 18i64 17i64 } output { empty([0]i32) }
entry batch (l: i64) (n: i64) (m: i64) (p: i64) : [l]i32 =
  let (a, b) = (tabulate l (matrix n m), tabulate l (\i -> matrix m p (i * 2)))
  in map digest (map2 product a b)

-- Sums are in order: all bits are the same everywhere.
-- ==
-- entry: of_floats
-- input { 13i64 37i64 19i64 } output { 67099996i32 }
-- input { 4i64 32i64 16i64 } output { -1197004139i32 }
entry of_floats (n: i64) (m: i64) (p: i64) : i32 =
  let (a, b, c) = (floats (matrix n m 7), floats (matrix m p 8), floats (matrix n p 9))
  let combined [k] (row: [k]f64) (column: [k]f64) (old: f64) = 1.5 * f64.sum (map2 (*) row column) + 0.25 * old
  in bits (map2 (\row olds -> map2 (combined row) (transpose b) olds) a c)

-- Affine functions, one after another: the order matters.
-- ==
-- entry: pairs
-- input { 6i64 33i64 18i64 } output { 0i32 -181011928i32 }
entry pairs (n: i64) (m: i64) (p: i64) : (i32, i32) =
  let (a, b) = (matrix n m 10, matrix m p 11)
  let after (f0: i32, f1: i32) (g0: i32, g1: i32) = (f0 * g0, f1 * g0 + g1)
  let results = map (\row -> map (\column -> reduce after (1, 0) (zip row column)) (transpose b)) a
  in (digest (map (map (.0)) results), digest (map (map (.1)) results))

-- The shortest ways of two steps; bytes and 64 bits together.
-- ==
-- entry: shortest
-- input { 18i64 20i64 } output { -498419i32 }
entry shortest (n: i64) (m: i64) : i32 =
  let (a, b) = (map (map i8.i32) (matrix n m 12), map (map i64.i32) (matrix m n 13))
  let way [k] (row: [k]i8) (column: [k]i64) = i64.minimum (map2 (\x y -> i64.i8 x + y) row column)
  in digest (map (\row -> map (\column -> i32.i64 (way row column)) (transpose b)) a)

-- Reads that do not go through tiles: of `k` alone, of all three indices, and of neither.
-- ==
-- entry: weighted
-- input { 7i64 19i64 17i64 } output { 759176i32 }
entry weighted (n: i64) (m: i64) (p: i64) : i32 =
  let (a, b, weights) = (matrix n m 14, matrix m p 15, matrix 1 m 16)
  let factors = tabulate_3d n p m (\i j k -> i32.i64 ((i + 2 * j + 3 * k) % 5))
  let (of_rows, of_columns) = (matrix 1 n 17, matrix 1 p 18)
  let result row scale of_row column of_column =
    i32.sum (map4 (\x y w f -> (x + of_row) * (y - of_column) * w * f) row column weights[0] scale)
  in digest (map3 (\row scales of_row ->
                     map3 (\column scale of_column -> result row scale of_row column of_column)
                          (transpose b) scales of_columns[0])
                  a factors of_rows[0])

-- A loop is as good as a reduction.
-- ==
-- entry: by_loop
-- input { 7i64 18i64 33i64 } output { -55446072i32 }
entry by_loop (n: i64) (m: i64) (p: i64) : i32 =
  let (a, b) = (matrix n m 19, matrix m p 20)
  in digest (tabulate_2d n p (\i j ->
    loop sum = i32.i64 i for k < m do
      let x = #[unsafe] (a[i, k] * b[k, j])
      in if x % 2 == 0 then sum + x else sum * 3 - x))
