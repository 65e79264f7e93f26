-- | Sparse matrices whose shape is in their type, and whose number of values is not.

module type sparse = {
  type t
  -- | An n by m matrix.
  type~ mat [n][m]
  val zero : (n: i64) -> (m: i64) -> mat [n][m]
  val eye : (n: i64) -> mat [n][n]
  val from_coo [nnz] : (n: i64) -> (m: i64) -> [nnz](i64, i64, t) -> mat [n][m]
  val dense [n][m] : mat [n][m] -> [n][m]t
  val scale [n][m] : t -> mat [n][m] -> mat [n][m]
  val + [n][m] : mat [n][m] -> mat [n][m] -> mat [n][m]
  val transpose [n][m] : mat [n][m] -> mat [m][n]
  val smvm [n][m] : mat [n][m] -> [m]t -> [n]t
  val smsmm [n][k][m] : mat [n][k] -> mat [k][m] -> mat [n][m]
  val nnz [n][m] : mat [n][m] -> i64
}

local module type ring = {
  type t
  val zero : t
  val one : t
  val + : t -> t -> t
  val * : t -> t -> t
  val is_zero : t -> bool
}

module mk_csr (R: ring) : sparse with t = R.t = {
  type t = R.t
  type~ mat [n][m] = ?[nnz].{rows: [n]i64, columns: [nnz]i64, values: [nnz]R.t, width: [0][m]i8}

  def zero (n: i64) (m: i64) : mat [n][m] =
    {rows = replicate n 0, columns = [], values = [], width = []}

  def eye (n: i64) : mat [n][n] =
    {rows = iota n, columns = iota n, values = replicate n R.one, width = []}

  local def less (i: i64, j: i64) (k: i64, l: i64) : bool = i < k || (i == k && j < l)

  -- A merge sort on keys, bottom up, each element to its rank.
  local def sort_by [n] 'a (key: a -> (i64, i64)) (xs: [n]a) : [n]a =
    let keys = map key xs
    let rank i x = i64.sum (map2 (\j y -> i64.bool (less y x || (y == x && j < i))) (iota n) keys)
    in scatter (copy xs) (map2 rank (iota n) keys) xs

  def from_coo [nnz] (n: i64) (m: i64) (coo: [nnz](i64, i64, t)) : mat [n][m] =
    let sorted = sort_by (\(i, j, _) -> (i, j)) coo
    let starts = map (\k -> k == 0 || (sorted[k].0, sorted[k].1) != (sorted[k - 1].0, sorted[k - 1].1)) (iota nnz)
    let where = map (\x -> x - 1) (scan (+) 0 (map i64.bool starts))
    let k = i64.sum (map i64.bool starts)
    let sums = reduce_by_index (replicate k R.zero) (R.+) R.zero where (map (.2) sorted)
    let firsts = filter (.0) (zip starts sorted) |> map (\(_, (i, j, _)) -> (i, j)) |> sized k
    let kept = filter (\(_, x) -> !(R.is_zero x)) (zip firsts sums)
    let counts = hist (+) 0 n (map (\((i, _), _) -> i) kept) (map (const 1) kept)
    in {rows = exscan (+) 0 counts, columns = map (.0.1) kept, values = map (.1) kept, width = []}

  local def row_of [n] (rows: [n]i64) (nnz: i64) : [nnz]i64 =
    let marks = hist (+) 0 nnz (map (\r -> if r < nnz then r else -1) rows) (replicate n 1)
    in map (\x -> x - 1) (scan (+) 0 marks)

  local def coo [n][m] (a: mat [n][m]) : [](i64, i64, t) =
    zip3 (row_of a.rows (length a.values)) (a.columns :> [length a.values]i64) (a.values :> [length a.values]t)

  def dense [n][m] (a: mat [n][m]) : [n][m]t =
    let (is, xs) = unzip (map (\(i, j, x) -> ((i, j), x)) (coo a))
    in scatter_2d (replicate n (replicate m R.zero)) is xs

  def scale [n][m] (s: t) (a: mat [n][m]) : mat [n][m] =
    a with values = map (s R.*) a.values

  def (+) [n][m] (a: mat [n][m]) (b: mat [n][m]) : mat [n][m] = from_coo n m (coo a ++ coo b)

  def transpose [n][m] (a: mat [n][m]) : mat [m][n] =
    from_coo m n (map (\(i, j, x) -> (j, i, x)) (coo a))

  def nnz [n][m] (a: mat [n][m]) : i64 = length a.values

  def smvm [n][m] (a: mat [n][m]) (x: [m]t) : [n]t =
    let k = nnz a
    let products = map2 (\j v -> v R.* x[j]) a.columns a.values |> sized k
    in reduce_by_index (replicate n R.zero) (R.+) R.zero (row_of a.rows k) products

  def smsmm [n][k][m] (a: mat [n][k]) (b: mat [k][m]) : mat [n][m] =
    let ends = map (\i -> if i i64.+ 1 < k then b.rows[i i64.+ 1] else nnz b) (iota k)
    let sizes = map (\(_, j, _) -> ends[j] - b.rows[j]) (coo a)
    let (entries, _) =
      loop (entries, at) = (replicate (i64.sum sizes) (0, 0, R.zero), 0) for (i, j, x) in coo a do
        loop (entries, at) for l in b.rows[j]..<ends[j] do
          (entries with [at] = (i, b.columns[l], x R.* b.values[l]), i64.(at + 1))
    in from_coo n m entries
}
