-- Modules that fix the shapes of their arrays by constants of their parameters; batches of none or many.
-- ==
-- entry: totals
-- input { empty([0][2][3]i32) }
-- output { [[0i32, 0i32, 0i32], [0i32, 0i32, 0i32]] [0i32, 0i32] }
-- input { [[[1i32, -5i32, 3i32], [-8i32, -7i32, 8i32]]] }
-- output { [[1i32, -5i32, 3i32], [-8i32, -7i32, 8i32]] [-1i32, -7i32] }
-- input { [[[1i32, -5i32, 3i32], [-8i32, -7i32, 8i32]], [[-6i32, 2i32, 9i32], [-8i32, 7i32, -3i32]], [[-8i32, -7i32, 4i32], [4i32, -7i32, -2i32]], [[-7i32, 8i32, 4i32], [-8i32, 9i32, -6i32]], [[-2i32, 9i32, -8i32], [9i32, 9i32, 3i32]]] }
-- output { [[-22i32, 7i32, 12i32], [-11i32, 11i32, 0i32]] [-3i32, 0i32] }

-- ==
-- entry: running
-- input { empty([0][2][3]i32) }
-- output { empty([0][2][3]i32) }
-- input { [[[1i32, -5i32, 3i32], [-8i32, -7i32, 8i32]]] }
-- output { [[[1i32, -5i32, 3i32], [-8i32, -7i32, 8i32]]] }
-- input { [[[1i32, -5i32, 3i32], [-8i32, -7i32, 8i32]], [[-6i32, 2i32, 9i32], [-8i32, 7i32, -3i32]], [[-8i32, -7i32, 4i32], [4i32, -7i32, -2i32]], [[-7i32, 8i32, 4i32], [-8i32, 9i32, -6i32]], [[-2i32, 9i32, -8i32], [9i32, 9i32, 3i32]]] }
-- output { [[[1i32, -5i32, 3i32], [-8i32, -7i32, 8i32]], [[-5i32, -3i32, 12i32], [-16i32, 0i32, 5i32]], [[-13i32, -10i32, 16i32], [-12i32, -7i32, 3i32]], [[-20i32, -2i32, 20i32], [-20i32, 2i32, -3i32]], [[-22i32, 7i32, 12i32], [-11i32, 11i32, 0i32]]] }

-- ==
-- entry: kept
-- input { 0i32 empty([0][2][3]i32) }
-- output { empty([0][6]i32) }
-- input { 1000i32 [[[1i32, -5i32, 3i32], [-8i32, -7i32, 8i32]], [[-6i32, 2i32, 9i32], [-8i32, 7i32, -3i32]], [[-8i32, -7i32, 4i32], [4i32, -7i32, -2i32]], [[-7i32, 8i32, 4i32], [-8i32, 9i32, -6i32]], [[-2i32, 9i32, -8i32], [9i32, 9i32, 3i32]]] }
-- output { empty([0][6]i32) }
-- input { 0i32 [[[1i32, -5i32, 3i32], [-8i32, -7i32, 8i32]], [[-6i32, 2i32, 9i32], [-8i32, 7i32, -3i32]], [[-8i32, -7i32, 4i32], [4i32, -7i32, -2i32]], [[-7i32, 8i32, 4i32], [-8i32, 9i32, -6i32]], [[-2i32, 9i32, -8i32], [9i32, 9i32, 3i32]]] }
-- output { [[-6i32, 2i32, 9i32, -8i32, 7i32, -3i32], [-2i32, 9i32, -8i32, 9i32, 9i32, 3i32]] }

-- ==
-- entry: grouped
-- input { 0i64 empty([0]i64) empty([0][2][3]i32) }
-- output { empty([0][2][3]i32) }
-- input { 2i64 empty([0]i64) empty([0][2][3]i32) }
-- output { [[[0i32, 0i32, 0i32], [0i32, 0i32, 0i32]], [[0i32, 0i32, 0i32], [0i32, 0i32, 0i32]]] }
-- input { 3i64 [0i64, 2i64, 0i64, 7i64, 2i64] [[[1i32, -5i32, 3i32], [-8i32, -7i32, 8i32]], [[-6i32, 2i32, 9i32], [-8i32, 7i32, -3i32]], [[-8i32, -7i32, 4i32], [4i32, -7i32, -2i32]], [[-7i32, 8i32, 4i32], [-8i32, 9i32, -6i32]], [[-2i32, 9i32, -8i32], [9i32, 9i32, 3i32]]] }
-- output { [[[-7i32, -12i32, 7i32], [-4i32, -14i32, 6i32]], [[0i32, 0i32, 0i32], [0i32, 0i32, 0i32]], [[-8i32, 11i32, 1i32], [1i32, 16i32, 0i32]]] }

-- ==
-- entry: complex_total
-- input { empty([0][2][2]i32) }
-- output { [[0i32, 0i32], [0i32, 0i32]] [[0i32, 0i32], [0i32, 0i32]] }
-- input { [[[-8i32, -2i32], [-8i32, 8i32]], [[-5i32, 0i32], [4i32, -5i32]], [[8i32, -6i32], [9i32, 0i32]], [[8i32, -4i32], [-6i32, 9i32]]] }
-- output { [[3i32, -12i32], [-1i32, 12i32]] [[4i32, 4i32], [4i32, 4i32]] }

-- ==
-- entry: complex_running
-- input { 2i32 empty([0][2][2]i32) }
-- output { empty([0][4]i32) }
-- input { 3i32 [[[-8i32, -2i32], [-8i32, 8i32]], [[-5i32, 0i32], [4i32, -5i32]], [[8i32, -6i32], [9i32, 0i32]], [[8i32, -4i32], [-6i32, 9i32]]] }
-- output { [[-324i32, -306i32, -324i32, -276i32], [-639i32, -606i32, -612i32, -591i32], [-915i32, -924i32, -885i32, -891i32], [-1191i32, -1236i32, -1203i32, -1164i32]] }

-- ==
-- entry: placed
-- input { empty([0]i64) empty([0]i64) }
-- output { [[0i32, 0i32, 0i32], [0i32, 0i32, 0i32]] }
-- input { [0i64, 1i64, 0i64, 5i64] [0i64, 2i64, 0i64, 0i64] }
-- output { [[4i32, 0i32, 0i32], [0i32, 0i32, 2i32]] }

module type config = {
  val rows : i64
  val cols : i64
  type elem
  val zero : elem
  val one : elem
  val add : elem -> elem -> elem
  val mul : elem -> elem -> elem
}

-- | Matrices whose shape the module fixes.
module mk_fixed (C: config) = {
  type matrix = [C.rows][C.cols]C.elem
  type~ batch = [](matrix)
  def cells = C.rows * C.cols
  def zero : matrix = replicate C.rows (replicate C.cols C.zero)
  def diagonal (xs: [C.rows]C.elem) : matrix =
    tabulate_2d C.rows C.cols (\i j -> if i == j then xs[i] else C.zero)
  def add : matrix -> matrix -> matrix = map2 (map2 C.add)
  def scale k : matrix -> matrix = map (map (C.mul k))
  def total (b: batch) : matrix = reduce_comm add zero b
  def running [n] (b: [n]matrix) : [n]matrix = scan add zero b
  def flat (m: matrix) : [C.rows * C.cols]C.elem = flatten m
  def sparse [k] (at: [k](i64, i64)) (values: [k]C.elem) : matrix =
    reduce_by_index_2d (copy zero) C.add C.zero at values
  def keep [n] (p: matrix -> bool) (b: [n]matrix) : ?[m].[m]matrix = filter p b
  def grouped [n] (k: i64) (groups: [n]i64) (b: [n]matrix) : [k]matrix = hist add zero k groups b
  def row_sums (m: matrix) = map (reduce C.add C.zero) m
}

module wide = mk_fixed {
  def rows = 2i64
  def cols = 3i64
  type elem = i32
  def zero = 0i32
  def one = 1i32
  def add = (i32.+)
  def mul = (i32.*)
}

module square = mk_fixed {
  def rows = i64.max 1 2
  def cols = rows
  type elem = {re: i32, im: i32}
  def zero : elem = {re = 0, im = 0}
  def one : elem = {re = 1, im = 0}
  def add (a: elem) (b: elem) : elem = {re = a.re + b.re, im = a.im + b.im}
  def mul (a: elem) (b: elem) : elem = {re = a.re * b.re - a.im * b.im, im = a.re * b.im + a.im * b.re}
}

def to_wide [n] (xs: [n][2][3]i32) : [n]wide.matrix = xs

def to_square [n] (xs: [n][2][2]i32) : [n]square.matrix =
  map (map (map (\x -> {re = x, im = 1}))) xs :> [n]square.matrix

entry totals [n] (xs: [n][2][3]i32) : ([2][3]i32, [2]i32) =
  let t = wide.total (to_wide xs) in (t, wide.row_sums t)

entry running [n] (xs: [n][2][3]i32) : [n][2][3]i32 = wide.running xs

entry kept [n] (limit: i32) (xs: [n][2][3]i32) : [][6]i32 =
  wide.keep (\m -> i32.sum (flatten m) > limit) xs |> map wide.flat :> [][6]i32

entry grouped [n] (k: i64) (groups: [n]i64) (xs: [n][2][3]i32) : [k][2][3]i32 = wide.grouped k groups xs

entry complex_total [n] (xs: [n][2][2]i32) : ([2][2]i32, [2][2]i32) =
  let t = square.total (to_square xs) :> [2][2]{re: i32, im: i32}
  in (map (map (.re)) t, map (map (.im)) t)

entry complex_running [n] (k: i32) (xs: [n][2][2]i32) : [n][4]i32 =
  square.running (map (square.scale {re = 0, im = k}) (to_square xs))
  |> map (square.flat >-> map (\z -> z.re * 100 + z.im)) :> [n][4]i32

entry placed (is: []i64) (js: []i64) : [2][3]i32 =
  let ats = map (\k -> (is[k], js[k])) (indices is)
  in wide.sparse ats (map (\i -> 1 + i32.i64 i) (indices is))
