-- Scans over monoids made by functors (of both, flipped, linear functions, matrices); tridiagonal systems.
-- ==
-- entry: solve
-- input { empty([0]f64) empty([0]f64) empty([0]f64) empty([0]f64) }
-- output { empty([0]f64) }
-- input { [1.0f64] [12.0f64] [-1.0f64] [2.0f64] }
-- output { [0.16666666666666666f64] }
-- input { [3.0f64, 2.0f64] [10.0f64, 13.0f64] [3.0f64, 2.0f64] [2.0f64, 1.0f64] }
-- output { [0.18548387096774194f64, 0.04838709677419355f64] }
-- input { [3.0f64, -2.0f64, 2.0f64, -3.0f64, -2.0f64, -3.0f64] [13.0f64, 12.0f64, 11.0f64, 13.0f64, 11.0f64, 10.0f64] [-1.0f64, 0.0f64, 3.0f64, -2.0f64, 0.0f64, 1.0f64] [-3.0f64, 1.0f64, -2.0f64, -3.0f64, 2.0f64, -2.0f64] }
-- output { [-0.22727272727272727f64, 0.04545454545454545f64, -0.1250837614473978f64, -0.23832923832923833f64, 0.13848559303104757f64, -0.15845432209068572f64] }
-- input { [-2.0f64, 1.0f64, 1.0f64, 0.0f64, -2.0f64, -2.0f64, -3.0f64, 3.0f64, -3.0f64, -2.0f64, 3.0f64, -2.0f64, -2.0f64, 3.0f64, -2.0f64] [12.0f64, 12.0f64, 12.0f64, 13.0f64, 15.0f64, 12.0f64, 11.0f64, 13.0f64, 13.0f64, 15.0f64, 11.0f64, 10.0f64, 12.0f64, 10.0f64, 15.0f64] [-1.0f64, -1.0f64, -2.0f64, 1.0f64, 2.0f64, 2.0f64, -2.0f64, -2.0f64, 2.0f64, -2.0f64, 0.0f64, -1.0f64, -3.0f64, -1.0f64, 0.0f64] [-2.0f64, -2.0f64, -1.0f64, -3.0f64, -1.0f64, -1.0f64, 3.0f64, 1.0f64, 1.0f64, -3.0f64, 1.0f64, 2.0f64, 2.0f64, -1.0f64, -3.0f64] }
-- output { [-0.1800510719144238f64, -0.16061286297308539f64, -0.10740542759144865f64, -0.2247389970352345f64, -0.07839303854195138f64, -0.1367912079705992f64, 0.24235420928164397f64, 0.03813496300494073f64, 0.11140857345458077f64, -0.1669532829473639f64, 0.13644180444019016f64, 0.2437270424455409f64, 0.16438681557502885f64, -0.17160409933024523f64, -0.22288054657736603f64] }

-- ==
-- entry: prefixes
-- input { empty([0]i64) }
-- output { empty([0]i64) empty([0]i64) }
-- input { [5i64] }
-- output { [5i64] [5i64] }
-- input { [2i64, 3i64, -9i64, 8i64, 4i64, 2i64, 3i64, 9i64, -9i64, 5i64, -8i64, -4i64] }
-- output { [2i64, 5i64, -4i64, 4i64, 8i64, 10i64, 13i64, 22i64, 13i64, 18i64, 10i64, 6i64] [2i64, 3i64, 3i64, 8i64, 8i64, 8i64, 8i64, 9i64, 9i64, 9i64, 9i64, 9i64] }

-- ==
-- entry: horner
-- input { 2.0f64 empty([0]f64) }
-- output { 0.0f64 }
-- input { 3.0f64 [1.0f64, 2.0f64] }
-- output { 5.0f64 }
-- input { -1.5f64 [1.0f64, 0.0f64, -2.0f64, 4.0f64] }
-- output { 3.625f64 }

-- ==
-- entry: last_before
-- input { empty([0]i64) }
-- output { empty([0]i64) }
-- input { [5i64] }
-- output { [0i64] }
-- input { [2i64, 3i64, -9i64, 8i64, 4i64, 2i64, 3i64, 9i64, -9i64, 5i64, -8i64, -4i64] }
-- output { [0i64, 2i64, 5i64, -4i64, 4i64, 8i64, 10i64, 13i64, 22i64, 13i64, 18i64, 10i64] }

module type monoid = {
  type t
  val op : t -> t -> t
  val ne : t
}

module type scans = {
  type t
  val scans [n] : [n]t -> [n]t
  val total [n] : [n]t -> t
  val before [n] : [n]t -> [n]t
}

module type mk_scans = (M: monoid) -> scans with t = M.t

module mk_scans : mk_scans = \(M: monoid) -> {
  type t = M.t
  def scans [n] (xs: [n]t) : [n]t = scan M.op M.ne xs
  def total [n] (xs: [n]t) : t = reduce M.op M.ne xs
  def before [n] (xs: [n]t) : [n]t = exscan M.op M.ne xs
}

-- Both of two monoids at once; the opposite of one.
module both (A: monoid) (B: monoid) : monoid with t = (A.t, B.t) = {
  type t = (A.t, B.t)
  def op (a1, b1) (a2, b2) = (a1 `A.op` a2, b1 `B.op` b2)
  def ne = (A.ne, B.ne)
}

module flipped (M: monoid) : monoid with t = M.t = {
  open M
  def op x y = M.op y x
}

-- `x -> a + b * x`, the later after the earlier.
module linear (R: real) = {
  type t = {a: R.t, b: R.t}
  def op (f: t) (g: t) : t = {a = R.(g.a + g.b * f.a), b = R.(g.b * f.b)}
  def ne : t = {a = R.i64 0, b = R.i64 1}
  def at (f: t) (x: R.t) = R.(f.a + f.b * x)
}

module matrix2 (R: real) = {
  type t = ((R.t, R.t), (R.t, R.t))
  local def norm (((a, b), (c, d)): t) : t =
    let s = R.(recip (abs a + abs b + abs c + abs d))
    in R.(((a * s, b * s), (c * s, d * s)))
  def op (((a, b), (c, d)): t) (((w, x), (y, z)): t) : t =
    norm R.(((w * a + x * c, w * b + x * d), (y * a + z * c, y * b + z * d)))
  def ne : t = R.(((i64 1, i64 0), (i64 0, i64 1)))
}

module linear64 = linear f64
module lines = mk_scans linear64
module back_lines = mk_scans (flipped (flipped linear64))
module matrices = mk_scans (matrix2 f64)

-- | Solves `a[i] x[i-1] + b[i] x[i] + c[i] x[i+1] = y[i]` by three scans.
def tridag [n] (a: [n]f64) (b: [n]f64) (c: [n]f64) (y: [n]f64) : [n]f64 =
  if n == 0 then y else
  let b0 = b[0]
  let us =
    matrices.scans (tabulate n (\i ->
      if i > 0 then ((b[i], -a[i] * c[i - 1]), (1, 0)) else ((1, 0), (0, 1))))
    |> map (\((p, q), (r, s)) -> (p * b0 + q) / (r * b0 + s))
  let y0 = y[0]
  let ys =
    lines.scans (tabulate n (\i -> if i > 0 then {a = y[i], b = -a[i] / us[i - 1]} else linear64.ne))
    |> map (\f -> linear64.at f y0)
  let yn = ys[n - 1] / us[n - 1]
  let xs =
    back_lines.scans (tabulate n (\i ->
      let k = n - i - 1
      in if i > 0 then {a = ys[k] / us[k], b = -c[k] / us[k]} else linear64.ne))
    |> map (\f -> linear64.at f yn)
  in reverse xs

module sums = { type t = i64 def op = (i64.+) def ne = 0i64 }
module maxima = { type t = i64 def op = i64.max def ne = i64.lowest }
module sums_and_maxima = mk_scans (both sums (both maxima (flipped maxima)))

entry solve [n] (a: [n]f64) (b: [n]f64) (c: [n]f64) (y: [n]f64) = tridag a b c y

entry prefixes [n] (xs: [n]i64) : ([n]i64, [n]i64) =
  let (s, (m, _)) = sums_and_maxima.scans (map (\x -> (x, (x, x))) xs) |> unzip |> (\(s, m) -> (s, unzip m))
  in (s, m)

entry horner [n] (x: f64) (coefficients: [n]f64) : f64 =
  linear64.at (lines.total (map (\c -> {a = c, b = x}) coefficients)) 0

entry last_before [n] (xs: [n]i64) : [n]i64 =
  sums_and_maxima.before (map (\x -> (x, (x, x))) xs) |> map (\(s, _) -> s)
