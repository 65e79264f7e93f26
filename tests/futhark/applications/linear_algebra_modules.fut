-- Linear algebra over any field: Gauss-Jordan, LU, determinants, over floats and a prime field.
-- ==
-- entry: inverse
-- input { empty([0][0]f64) }
-- output { empty([0][0]f64) }
-- input { [[4.0f64]] }
-- output { [[0.25f64]] }
-- input { [[2.0f64, 1.0f64], [1.0f64, 3.0f64]] }
-- output { [[0.6f64, -0.2f64], [-0.2f64, 0.4f64]] }
-- input { [[5.0f64, 1.0f64, 2.0f64], [1.0f64, 6.0f64, -1.0f64], [2.0f64, 0.0f64, 7.0f64]] }
-- output { [[0.23728813559322035f64, -0.03954802259887006f64, -0.07344632768361582f64], [-0.05084745762711865f64, 0.1751412429378531f64, 0.03954802259887006f64], [-0.06779661016949153f64, 0.011299435028248588f64, 0.1638418079096045f64]] }
-- input { [[10.0f64, 1.0f64, 2.0f64, 3.0f64], [4.0f64, 12.0f64, 1.0f64, 0.0f64], [0.0f64, 2.0f64, 9.0f64, 1.0f64], [1.0f64, 1.0f64, 1.0f64, 8.0f64]] }
-- output { [[0.10469043151969981f64, -0.0025015634771732333f64, -0.018886804252657912f64, -0.03689806128830519f64], [-0.03564727954971857f64, 0.08567854909318325f64, -0.0031269543464665416f64, 0.013758599124452783f64], [0.00900562851782364f64, -0.01813633520950594f64, 0.11307066916823015f64, -0.017510944340212633f64], [-0.00975609756097561f64, -0.008130081300813009f64, -0.011382113821138212f64, 0.13008130081300814f64]] }

-- ==
-- entry: solutions
-- input { [[4.0f64]] [1.0f64] }
-- output { [0.25f64] }
-- input { [[2.0f64, 1.0f64], [1.0f64, 3.0f64]] [1.0f64, 2.0f64] }
-- output { [0.2f64, 0.6f64] }
-- input { [[5.0f64, 1.0f64, 2.0f64], [1.0f64, 6.0f64, -1.0f64], [2.0f64, 0.0f64, 7.0f64]] [1.0f64, 2.0f64, 3.0f64] }
-- output { [-0.062146892655367235f64, 0.4180790960451977f64, 0.4463276836158192f64] }
-- input { [[10.0f64, 1.0f64, 2.0f64, 3.0f64], [4.0f64, 12.0f64, 1.0f64, 0.0f64], [0.0f64, 2.0f64, 9.0f64, 1.0f64], [1.0f64, 1.0f64, 1.0f64, 8.0f64]] [1.0f64, 2.0f64, 3.0f64, 4.0f64] }
-- output { [-0.10456535334584115f64, 0.1813633520950594f64, 0.24190118824265167f64, 0.46016260162601624f64] }

-- ==
-- entry: lu_product
-- input { [[4.0f64]] }
-- output { [[4.0f64]] }
-- input { [[2.0f64, 1.0f64], [1.0f64, 3.0f64]] }
-- output { [[2.0f64, 1.0f64], [1.0f64, 3.0f64]] }
-- input { [[5.0f64, 1.0f64, 2.0f64], [1.0f64, 6.0f64, -1.0f64], [2.0f64, 0.0f64, 7.0f64]] }
-- output { [[5.0f64, 1.0f64, 2.0f64], [1.0f64, 6.0f64, -1.0f64], [2.0f64, 0.0f64, 7.0f64]] }
-- input { [[10.0f64, 1.0f64, 2.0f64, 3.0f64], [4.0f64, 12.0f64, 1.0f64, 0.0f64], [0.0f64, 2.0f64, 9.0f64, 1.0f64], [1.0f64, 1.0f64, 1.0f64, 8.0f64]] }
-- output { [[10.0f64, 1.0f64, 2.0f64, 3.0f64], [4.0f64, 12.0f64, 1.0f64, 0.0f64], [0.0f64, 2.0f64, 9.0f64, 1.0f64], [1.0f64, 1.0f64, 1.0f64, 8.0f64]] }

-- ==
-- entry: determinant
-- input { empty([0][0]f64) }
-- output { 1f64 }
-- input { [[4.0f64]] }
-- output { 4.0f64 }
-- input { [[2.0f64, 1.0f64], [1.0f64, 3.0f64]] }
-- output { 5.0f64 }
-- input { [[5.0f64, 1.0f64, 2.0f64], [1.0f64, 6.0f64, -1.0f64], [2.0f64, 0.0f64, 7.0f64]] }
-- output { 177.0f64 }
-- input { [[10.0f64, 1.0f64, 2.0f64, 3.0f64], [4.0f64, 12.0f64, 1.0f64, 0.0f64], [0.0f64, 2.0f64, 9.0f64, 1.0f64], [1.0f64, 1.0f64, 1.0f64, 8.0f64]] }
-- output { 7995.0f64 }

-- ==
-- entry: finite_inverse
-- input { [[4i64]] }
-- output { [[2502i64]] }
-- input { [[2i64, 1i64], [1i64, 3i64]] }
-- output { [[2002i64, 6004i64], [6004i64, 8006i64]] }
-- input { [[5i64, 1i64, 2i64], [1i64, 6i64, -1i64], [2i64, 0i64, 7i64]] }
-- output { [[2714i64, 6219i64, 113i64], [848i64, 8198i64, 3788i64], [7802i64, 5371i64, 2827i64]] }
-- input { [[10i64, 1i64, 2i64, 3i64], [4i64, 12i64, 1i64, 0i64], [0i64, 2i64, 9i64, 1i64], [1i64, 1i64, 1i64, 8i64]] }
-- output { [[5963i64, 1890i64, 9266i64, 2860i64], [1915i64, 313i64, 7366i64, 9619i64], [3203i64, 8699i64, 4635i64, 3223i64], [7371i64, 1139i64, 3596i64, 1790i64]] }

-- ==
-- entry: finite_check
-- input { [[4i64]] }
-- output { true }
-- input { [[2i64, 1i64], [1i64, 3i64]] }
-- output { true }
-- input { [[5i64, 1i64, 2i64], [1i64, 6i64, -1i64], [2i64, 0i64, 7i64]] }
-- output { true }
-- input { [[10i64, 1i64, 2i64, 3i64], [4i64, 12i64, 1i64, 0i64], [0i64, 2i64, 9i64, 1i64], [1i64, 1i64, 1i64, 8i64]] }
-- output { true }

module type field = {
  type t
  val zero : t
  val one : t
  val + : t -> t -> t
  val - : t -> t -> t
  val * : t -> t -> t
  val / : t -> t -> t
  val better_pivot : t -> t -> bool
}

module mk_linalg (T: field) = {
  type t = T.t
  def dot [n] (xs: [n]t) (ys: [n]t) : t = map2 (T.*) xs ys |> reduce (T.+) T.zero
  def matvec [n][m] (a: [n][m]t) (x: [m]t) : [n]t = map (dot x) a
  def matmul [n][m][p] (a: [n][m]t) (b: [m][p]t) : [n][p]t =
    map (\row -> map (dot row) (transpose b)) a
  def eye (n: i64) : [n][n]t =
    tabulate_2d n n (\i j -> if i == j then T.one else T.zero)

  local def swap [n][m] (i: i64) (j: i64) (a: *[n][m]t) : *[n][m]t =
    let ri = copy a[i]
    let rj = copy a[j]
    in a with [i] = rj with [j] = ri

  -- | Gauss-Jordan with partial pivoting on `[n][n+m]`.
  def gauss_jordan [n][m] (a: *[n][n + m]t) : *[n][n + m]t =
    loop a for k < n do
      let p = loop p = k for i in k + 1..<n do
        if T.better_pivot a[i, k] a[p, k] then i else p
      let a = swap k p a
      let row = map (\x -> x T./ a[k, k]) a[k]
      in tabulate n (\i ->
           if i == k then row
           else map2 (\x y -> x T.- a[i, k] T.* y) a[i] row)

  def inv [n] (a: [n][n]t) : [n][n]t =
    let wide = map2 (\row e -> row ++ e) a (eye n)
    in (gauss_jordan (copy wide))[:, n:] :> [n][n]t

  def solve [n] (a: [n][n]t) (b: [n]t) : [n]t =
    let wide = map2 (\row e -> row ++ [e]) a b
    in map (\(row: [n + 1]t) -> row[n]) (gauss_jordan (copy wide))

  -- | Doolittle's LU without pivoting, in place.
  def lu [n] (a: [n][n]t) : ([n][n]t, [n][n]t) =
    let both = loop a = copy a for k < n do
      loop a for i in k + 1..<n do
        let a[i, k] = copy (a[i, k] T./ a[k, k])
        in loop a for j in k + 1..<n do
             a with [i, j] = copy (a[i, j] T.- a[i, k] T.* a[k, j])
    let pick f = tabulate_2d n n (\i j -> f i j both[i, j])
    in ( pick (\i j x -> if i > j then x else if i == j then T.one else T.zero)
       , pick (\i j x -> if i <= j then x else T.zero))

  def det [n] (a: [n][n]t) : t =
    let (_, u) = lu a
    in tabulate n (\i -> u[i, i]) |> reduce (T.*) T.one
}

module linalg = mk_linalg {
  open f64
  def zero = 0f64
  def one = 1f64
  def better_pivot x y = abs x > abs y
}

-- Arithmetic modulo a prime.
module gf (P: { val p : i64 }) = {
  type t = i64
  def zero = 0i64
  def one = 1i64
  def x + y = (x i64.+ y) % P.p
  def x - y = (x i64.- y) % P.p
  def x * y = (x i64.* y) % P.p
  def inv (x: i64) : i64 =
    let (_, _, r) = loop (b, e, r) = (x, P.p i64.- 2, 1) while e > 0 do
      (b * b, e >> 1, if e & 1 == 1 then r * b else r)
    in r
  def x / y = x * inv y
  def better_pivot (x: t) (y: t) = y == 0 && x != 0
}

module linalg_gf = mk_linalg (gf { def p = 10007i64 })

entry inverse [n] (a: [n][n]f64) : [n][n]f64 = linalg.inv a
entry solutions [n] (a: [n][n]f64) (b: [n]f64) : [n]f64 = linalg.solve a b
entry lu_product [n] (a: [n][n]f64) = let (l, u) = linalg.lu a in linalg.matmul l u
entry determinant [n] (a: [n][n]f64) = linalg.det a
entry finite_inverse [n] (a: [n][n]i64) : [n][n]i64 = linalg_gf.inv a
entry finite_check [n] (a: [n][n]i64) : bool =
  and (map and (map2 (map2 (==)) (linalg_gf.matmul a (linalg_gf.inv a)) (linalg_gf.eye n)))
