-- | Linear algebra over any field.

open import "field"

module type linalg = {
  type t
  val dot [n] : [n]t -> [n]t -> t
  val outer [n][m] : [n]t -> [m]t -> [n][m]t
  val matvec [n][m] : [n][m]t -> [m]t -> [n]t
  val matmul [n][m][p] : [n][p]t -> [p][m]t -> [n][m]t
  val eye : (n: i64) -> [n][n]t
  val inv [n] : [n][n]t -> [n][n]t
  val ols [n][m] : [n][m]t -> [n]t -> [m]t
  val det [n] : [n][n]t -> t
  val kronecker [m][n][p][q] : [m][n]t -> [p][q]t -> [m * p][n * q]t
  val todiag [n] : [n]t -> [n][n]t
  val fromdiag [n] : [n][n]t -> [n]t
  val block [n][m][p][q] : [n][m]t -> [n][p]t -> [q][m]t -> [q][p]t -> [n + q][m + p]t
}

module mk_linalg (T: field) : linalg with t = T.t = {
  type t = T.t

  local def sum [n] (xs: [n]t) : t = reduce (T.+) T.zero xs

  def dot [n] (xs: [n]t) (ys: [n]t) : t = map2 (T.*) xs ys |> sum
  def outer [n][m] (xs: [n]t) (ys: [m]t) : [n][m]t = map (\x -> map (x T.*) ys) xs
  def matvec [n][m] (a: [n][m]t) (x: [m]t) : [n]t = map (dot x) a
  def matmul [n][m][p] (a: [n][p]t) (b: [p][m]t) : [n][m]t =
    map (\row -> map (\column -> dot row column) (transpose b)) a
  def eye (n: i64) : [n][n]t = tabulate_2d n n (\i j -> if i i64.== j then T.one else T.zero)
  def todiag [n] (xs: [n]t) : [n][n]t =
    tabulate_2d n n (\i j -> if i i64.== j then xs[i] else T.zero)
  def fromdiag [n] (a: [n][n]t) : [n]t = map (\i -> a[i, i]) (iota n)

  -- The row with the best pivot of those from k on.
  local def pivot [n][m] (k: i64) (a: [n][m]t) : i64 =
    let better (i, x) (j, y) = if x f64.> y || x f64.== y && i i64.< j then (i, x) else (j, y)
    in (reduce_comm better (i64.highest, -f64.inf)
         (map2 (\i row -> (i, if i i64.< k then -f64.inf else T.weight row[k])) (iota n) a)).0

  -- Gauss and Jordan; the factor of the determinant besides.
  local def eliminate [n][m] (a: [n][m]t) : ([n][m]t, t) =
    loop (a, d) = (copy a, T.one) for k < n do
      let p = pivot k a
      let (top, other) = (copy a[p], copy a[k])
      let v = top[k]
      let scaled = map (T./ v) top
      let a = a with [p] = other with [k] = scaled
      let a' =
        map2 (\i row ->
               if i i64.== k then row
               else let f = row[k] in map2 (\x s -> x T.- f T.* s) row scaled)
             (iota n) a
      in (a', if p i64.== k then d T.* v else T.zero T.- d T.* v)

  def inv [n] (a: [n][n]t) : [n][n]t =
    let both = map2 (\row e -> row ++ e) a (eye n)
    let (reduced, _) = eliminate both
    in map (drop n) reduced :> [n][n]t

  def det [n] (a: [n][n]t) : t = (eliminate a).1

  def ols [n][m] (x: [n][m]t) (y: [n]t) : [m]t =
    let xt = transpose x
    in matvec (inv (matmul xt x)) (matvec xt y)

  def kronecker [m][n][p][q] (a: [m][n]t) (b: [p][q]t) : [m * p][n * q]t =
    a
    |> map (map (\x -> map (map (x T.*)) b))
    |> map transpose
    |> flatten
    |> map flatten

  def block [n][m][p][q] (a: [n][m]t) (b: [n][p]t) (c: [q][m]t) (d: [q][p]t) : [n + q][m + p]t =
    map2 (++) a b ++ map2 (++) c d
}
