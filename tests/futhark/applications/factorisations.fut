-- QR, Cholesky, triangular solves and power iteration over a module of vectors whose type has a size.
-- ==
-- entry: qr_product
-- input { [[2.0f64]] }
-- output { [[2.0f64]] [[1.0f64]] }
-- input { [[3.0f64, 1.0f64], [4.0f64, 2.0f64]] }
-- output { [[3.0f64, 1.0f64], [4.0f64, 2.0f64]] [[1.0f64, 0.0f64], [0.0f64, 1.0f64]] }
-- input { [[1.0f64, 2.0f64], [0.0f64, 3.0f64], [5.0f64, 1.0f64]] }
-- output { [[1.0f64, 2.0f64], [0.0f64, 3.0f64], [5.0f64, 1.0f64]] [[1.0f64, 0.0f64], [0.0f64, 1.0f64]] }
-- input { [[10.0f64, 4.0f64, 1.0f64], [-3.0f64, 7.0f64, -4.0f64], [0.0f64, 1.0f64, 10.0f64], [0.0f64, 3.0f64, 0.0f64], [0.0f64, 1.0f64, -2.0f64]] }
-- output { [[10.0f64, 4.0f64, 1.0f64], [-3.0f64, 7.0f64, -4.0f64], [0.0f64, 1.0f64, 10.0f64], [0.0f64, 3.0f64, 0.0f64], [0.0f64, 1.0f64, -2.0f64]] [[1.0f64, 0.0f64, 0.0f64], [0.0f64, 1.0f64, 0.0f64], [0.0f64, 0.0f64, 1.0f64]] }

-- ==
-- entry: upper
-- input { [[2.0f64]] }
-- output { [[2.0f64]] }
-- input { [[3.0f64, 1.0f64], [4.0f64, 2.0f64]] }
-- output { [[5.0f64, 2.2f64], [0.0f64, 0.3999999999999999f64]] }
-- input { [[1.0f64, 2.0f64], [0.0f64, 3.0f64], [5.0f64, 1.0f64]] }
-- output { [[5.0990195135927845f64, 1.3728129459672882f64], [0.0f64, 3.4807161066919283f64]] }
-- input { [[10.0f64, 4.0f64, 1.0f64], [-3.0f64, 7.0f64, -4.0f64], [0.0f64, 1.0f64, 10.0f64], [0.0f64, 3.0f64, 0.0f64], [0.0f64, 1.0f64, -2.0f64]] }
-- output { [[10.44030650891055f64, 1.8198699419201874f64, 2.107217827486533f64], [0.0f64, 8.525730079852131f64, -2.3264708358753383f64], [0.0f64, 0.0f64, 10.542635651360833f64]] }

-- ==
-- entry: cholesky_factor
-- input { empty([0][0]f64) }
-- output { empty([0][0]f64) }
-- input { [[4.0f64]] }
-- output { [[2.0f64]] }
-- input { [[4.0f64, 1.0f64], [1.0f64, 3.0f64]] }
-- output { [[2.0f64, 0.0f64], [0.5f64, 1.6583123951777f64]] }
-- input { [[16.0f64, 2.0f64, -4.0f64, 1.0f64], [2.0f64, 4.0f64, 0.0f64, 0.0f64], [-4.0f64, 0.0f64, 7.0f64, 0.0f64], [1.0f64, 0.0f64, 0.0f64, 4.0f64]] }
-- output { [[4.0f64, 0.0f64, 0.0f64, 0.0f64], [0.5f64, 1.9364916731037085f64, 0.0f64, 0.0f64], [-1.0f64, 0.2581988897471611f64, 2.4358434541926814f64, 0.0f64], [0.25f64, -0.06454972243679027f64, 0.10947611030079467f64, 1.9802394589055996f64]] }

-- ==
-- entry: solve_spd
-- input { [[4.0f64]] [0.0f64] }
-- output { [0.0f64] }
-- input { [[4.0f64, 1.0f64], [1.0f64, 3.0f64]] [0.0f64, 1.0f64] }
-- output { [-0.09090909090909091f64, 0.36363636363636365f64] }
-- input { [[16.0f64, 2.0f64, -4.0f64, 1.0f64], [2.0f64, 4.0f64, 0.0f64, 0.0f64], [-4.0f64, 0.0f64, 7.0f64, 0.0f64], [1.0f64, 0.0f64, 0.0f64, 4.0f64]] [0.0f64, 1.0f64, 2.0f64, 3.0f64] }
-- output { [-0.008595988538681949f64, 0.25429799426934097f64, 0.2808022922636103f64, 0.7521489971346705f64] }

-- ==
-- entry: least_squares
-- input { [[2.0f64]] [1.0f64] }
-- output { [0.5f64] }
-- input { [[3.0f64, 1.0f64], [4.0f64, 2.0f64]] [1.0f64, 2.0f64] }
-- output { [0.0f64, 1.0f64] }
-- input { [[1.0f64, 2.0f64], [0.0f64, 3.0f64], [5.0f64, 1.0f64]] [1.0f64, 2.0f64, 3.0f64] }
-- output { [0.4666666666666667f64, 0.5523809523809524f64] }
-- input { [[10.0f64, 4.0f64, 1.0f64], [-3.0f64, 7.0f64, -4.0f64], [0.0f64, 1.0f64, 10.0f64], [0.0f64, 3.0f64, 0.0f64], [0.0f64, 1.0f64, -2.0f64]] [1.0f64, 2.0f64, 3.0f64, 4.0f64, 5.0f64] }
-- output { [-0.10295712447721432f64, 0.5681140197974379f64, 0.2012800087211382f64] }

-- ==
-- entry: largest_eigenvalue
-- input { [[4.0f64]] }
-- output { 4.0f64 }
-- input { [[4.0f64, 1.0f64], [1.0f64, 3.0f64]] }
-- output { 4.618033988749896f64 }
-- input { [[16.0f64, 2.0f64, -4.0f64, 1.0f64], [2.0f64, 4.0f64, 0.0f64, 0.0f64], [-4.0f64, 0.0f64, 7.0f64, 0.0f64], [1.0f64, 0.0f64, 0.0f64, 4.0f64]] }
-- output { 17.837665351940082f64 }

module type inner_product = {
  type scalar
  type vector [n]
  val dot [n] : vector [n] -> vector [n] -> scalar
  val axpy [n] : scalar -> vector [n] -> vector [n] -> *vector [n]
  val norm [n] : vector [n] -> scalar
  val scale [n] : scalar -> vector [n] -> *vector [n]
}

module vectors (R: real) : inner_product with scalar = R.t with vector [n] = [n]R.t = {
  type scalar = R.t
  type vector [n] = [n]R.t
  def dot [n] (x: vector [n]) (y: vector [n]) = map2 (R.*) x y |> R.sum
  def axpy [n] (a: scalar) (x: vector [n]) (y: vector [n]) : *vector [n] = map2 (\x y -> R.(a * x + y)) x y
  def norm [n] (x: vector [n]) = R.sqrt (dot x x)
  def scale [n] a (x: vector [n]) : *vector [n] = map (R.* a) x
}

module v = vectors f64
type matrix [n][m] = [n](v.vector [m])

-- | Gram and Schmidt, modified: `q` has orthogonal columns, `r` is an upper triangle.
def qr [n][m] (a: matrix [n][m]) : {q: matrix [n][m], r: matrix [m][m]} =
  let cols = transpose a
  let (q, r) =
    loop (q, r) = (copy cols, replicate m (replicate m 0f64)) for j < m do
      let (u, r) = loop (u, r) = (copy q[j], r) for i < j do
        let p = v.dot q[i] u
        in (v.axpy (-p) q[i] u, r with [i, j] = p)
      let len = v.norm u
      in (q with [j] = v.scale (1 / len) u, r with [j, j] = len)
  in {q = transpose q, r}

-- | Cholesky's factor, row by row, in place.
def cholesky [n] (a: matrix [n][n]) : *matrix [n][n] =
  loop l = replicate n (replicate n 0) for i < n do
    loop l for j in 0...i do
      let s = v.dot (take j l[i]) (take j l[j])
      in if i == j then l with [i, i] = f64.sqrt (a[i, i] - s)
         else l with [i, j] = (a[i, j] - s) / l[j, j]

def forward [n] (l: matrix [n][n]) (b: [n]f64) : [n]f64 =
  loop x = copy b for i < n do
    x with [i] = (x[i] - v.dot (take i l[i]) (take i x)) / l[i, i]

def backward [n] (u: matrix [n][n]) (b: [n]f64) : [n]f64 =
  loop x = copy b for k < n do
    let i = n - 1 - k
    let s = v.dot (drop (i + 1) u[i]) (drop (i + 1) x)
    in x with [i] = (x[i] - s) / u[i, i]

def matvec [n][m] (a: matrix [n][m]) (x: [m]f64) : [n]f64 = map (\row -> v.dot row x) a

def power_iteration [n] (tolerance: f64) (a: matrix [n][n]) : (f64, i32) =
  let start = replicate n (1 / f64.sqrt (f64.i64 n))
  let (_, value, _, k) =
    loop (x, value, change, k) = (start, 0, f64.inf, 0) while change > tolerance && k < 1000 do
      let y = matvec a x
      let value' = v.dot x y
      in (v.scale (1 / v.norm y) y, value', f64.abs (value' - value), k + 1)
  in (value, k)

entry qr_product [n][m] (a: [n][m]f64) : ([n][m]f64, [m][m]f64) =
  let {q, r} = qr a
  in (map (\row -> map (v.dot row) (transpose r)) q, map (\c -> map (v.dot c) (transpose q)) (transpose q))
entry upper [n][m] (a: [n][m]f64) = (qr a).r
entry cholesky_factor [n] (a: [n][n]f64) = cholesky a
entry solve_spd [n] (a: [n][n]f64) (b: [n]f64) : [n]f64 =
  let l = cholesky a in backward (transpose l) (forward l b)
entry least_squares [n][m] (a: [n][m]f64) (b: [n]f64) : [m]f64 =
  let {q, r} = qr a in backward r (matvec (transpose q) b)
entry largest_eigenvalue [n] (a: [n][n]f64) : f64 = (power_iteration 1.0e-9 a).0
