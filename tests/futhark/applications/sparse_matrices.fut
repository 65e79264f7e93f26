-- Sparse matrices as an abstract size-lifted type whose number of entries is existential.
-- ==
-- entry: round_trip
-- input { empty([0][2]i32) }
-- output { empty([0][2]i32) 0i64 }
-- input { [[0i32]] }
-- output { [[0i32]] 0i64 }
-- input { [[5i32]] }
-- output { [[5i32]] 1i64 }
-- input { [[1i32, 0i32, 2i32], [0i32, 0i32, 3i32]] }
-- output { [[1i32, 0i32, 2i32], [0i32, 0i32, 3i32]] 3i64 }
-- input { [[4i32, 1i32, 0i32], [0i32, 0i32, 0i32], [4i32, 0i32, -2i32], [4i32, 0i32, 0i32]] }
-- output { [[4i32, 1i32, 0i32], [0i32, 0i32, 0i32], [4i32, 0i32, -2i32], [4i32, 0i32, 0i32]] 5i64 }

-- ==
-- entry: transposed
-- input { empty([0][2]i32) }
-- output { empty([2][0]i32) }
-- input { [[0i32]] }
-- output { [[0i32]] }
-- input { [[5i32]] }
-- output { [[5i32]] }
-- input { [[1i32, 0i32, 2i32], [0i32, 0i32, 3i32]] }
-- output { [[1i32, 0i32], [0i32, 0i32], [2i32, 3i32]] }
-- input { [[4i32, 1i32, 0i32], [0i32, 0i32, 0i32], [4i32, 0i32, -2i32], [4i32, 0i32, 0i32]] }
-- output { [[4i32, 0i32, 4i32, 4i32], [1i32, 0i32, 0i32, 0i32], [0i32, 0i32, -2i32, 0i32]] }

-- ==
-- entry: vector_product
-- input { [[0i32]] [1i32] }
-- output { [0i32] }
-- input { [[5i32]] [1i32] }
-- output { [5i32] }
-- input { [[1i32, 0i32, 2i32], [0i32, 0i32, 3i32]] [1i32, 2i32, 3i32] }
-- output { [7i32, 9i32] }
-- input { [[4i32, 1i32, 0i32], [0i32, 0i32, 0i32], [4i32, 0i32, -2i32], [4i32, 0i32, 0i32]] [1i32, 2i32, 3i32] }
-- output { [6i32, 0i32, -2i32, 4i32] }

-- ==
-- entry: gram
-- input { [[0i32]] }
-- output { [[0i32]] }
-- input { [[5i32]] }
-- output { [[25i32]] }
-- input { [[1i32, 0i32, 2i32], [0i32, 0i32, 3i32]] }
-- output { [[5i32, 6i32], [6i32, 9i32]] }
-- input { [[4i32, 1i32, 0i32], [0i32, 0i32, 0i32], [4i32, 0i32, -2i32], [4i32, 0i32, 0i32]] }
-- output { [[17i32, 0i32, 16i32, 16i32], [0i32, 0i32, 0i32, 0i32], [16i32, 0i32, 20i32, 16i32], [16i32, 0i32, 16i32, 16i32]] }

-- ==
-- entry: two_steps
-- input { [[true]] }
-- output { [[true]] }
-- input { [[false, true], [false, false]] }
-- output { [[false, false], [false, false]] }
-- input { [[false, true, false, true], [true, false, true, false], [true, true, false, false], [false, true, true, true]] }
-- output { [[true, true, true, true], [true, true, false, true], [true, true, true, true], [true, true, true, true]] }

-- ==
-- entry: nothing
-- input { 2i64 3i64 }
-- output { [[0i32,0i32,0i32],[0i32,0i32,0i32]] }
-- input { 0i64 3i64 }
-- output { empty([0][3]i32) }

module type ring = {
  type t
  val zero : t
  val + : t -> t -> t
  val * : t -> t -> t
}

module type sparse = {
  type elem
  type~ csr [n][m]
  val zero : (n: i64) -> (m: i64) -> csr [n][m]
  val from_dense [n][m] : (elem -> bool) -> [n][m]elem -> csr [n][m]
  val dense [n][m] : csr [n][m] -> *[n][m]elem
  val transpose [n][m] : csr [n][m] -> csr [m][n]
  val smvm [n][m] : csr [n][m] -> [m]elem -> [n]elem
  val smm [n][m][k] : csr [n][m] -> csr [m][k] -> csr [n][k]
  val nnz [n][m] : csr [n][m] -> i64
}

module mk_sparse (T: ring) : sparse with elem = T.t = {
  type elem = T.t
  type~ csr [n][m] = ?[k].{rows: [k]i64, cols: [k]i64, values: [k]elem, shape: ([n](), [m]())}

  local def shape (n: i64) (m: i64) : ([n](), [m]()) = (replicate n (), replicate m ())

  def zero n m : csr [n][m] = {rows = [], cols = [], values = [], shape = shape n m}

  def nnz [n][m] (a: csr [n][m]) = length a.values

  def from_dense [n][m] (keep: elem -> bool) (a: [n][m]elem) : csr [n][m] =
    let entries =
      flatten a
      |> zip (iota (n * m))
      |> filter (\(_, x) -> keep x)
    let (is, values) = unzip entries
    in {rows = map (/ m) is, cols = map (% m) is, values, shape = shape n m}

  def dense [n][m] (a: csr [n][m]) : *[n][m]elem =
    let zeros = tabulate_2d n m (\_ _ -> T.zero)
    in reduce_by_index_2d zeros (T.+) T.zero (zip a.rows a.cols) a.values

  def transpose [n][m] (a: csr [n][m]) : csr [m][n] =
    {rows = a.cols, cols = a.rows, values = a.values, shape = shape m n}

  def smvm [n][m] (a: csr [n][m]) (x: [m]elem) : [n]elem =
    let products = map2 (\v j -> v T.* x[j]) a.values a.cols
    in hist (T.+) T.zero n a.rows products

  def smm [n][m][k] (a: csr [n][m]) (b: csr [m][k]) : csr [n][k] =
    let pairs = map3 (\i j x ->
                        map3 (\i' j' y -> if j == i' then [(i, j', x T.* y)] else [(-1, -1, T.zero)])
                             b.rows b.cols b.values
                        |> flatten)
                     a.rows a.cols a.values
                |> flatten
                |> filter (\(i, _, _) -> i >= 0)
    let (rows, cols, values) = unzip3 pairs
    in {rows, cols, values, shape = shape n k}
}

module sparse_i32 = mk_sparse { open i32 def zero = 0i32 }
module sparse_bool = mk_sparse {
  type t = bool
  def zero = false
  def (+) (x: bool) y = x || y
  def (*) (x: bool) y = x && y
}

def mk [n][m] (a: [n][m]i32) = sparse_i32.from_dense (!= 0) a

entry round_trip [n][m] (a: [n][m]i32) : ([n][m]i32, i64) =
  let s = mk a in (sparse_i32.dense s, sparse_i32.nnz s)

entry transposed [n][m] (a: [n][m]i32) : [m][n]i32 = mk a |> sparse_i32.transpose |> sparse_i32.dense

entry vector_product [n][m] (a: [n][m]i32) (x: [m]i32) : [n]i32 = sparse_i32.smvm (mk a) x

entry gram [n][m] (a: [n][m]i32) : [n][n]i32 =
  let s = mk a in sparse_i32.(dense (smm s (transpose s)))

entry two_steps [n] (a: [n][n]bool) : [n][n]bool =
  let s = sparse_bool.from_dense id a in sparse_bool.(smm s s |> dense)

entry nothing (n: i64) (m: i64) : [n][m]i32 = sparse_i32.(dense (zero n m))
