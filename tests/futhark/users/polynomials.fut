-- Polynomials over any ring that is given as a record: evaluation, products, derivatives, division, roots.
-- ==
-- entry: values
-- input { [1.0f64, -2.0f64, 0.0f64, 3.0f64] [0.0f64, 1.0f64, -2.0f64, 0.5f64] }
-- output { [1.0f64, 2.0f64, -19.0f64, 0.375f64] }
-- input { empty([0]f64) [3.0f64] } output { [0.0f64] }

-- ==
-- entry: values_scan
-- input { [1.0f64, -2.0f64, 0.0f64, 3.0f64] [0.0f64, 1.0f64, -2.0f64, 0.5f64] }
-- output { [1.0f64, 2.0f64, -19.0f64, 0.375f64] }
-- input { empty([0]f64) [3.0f64] } output { [0.0f64] }

-- ==
-- entry: values_modulo
-- input { 17i64 [3i64, 1i64, 4i64, 1i64, 5i64] [0i64, 2i64, 16i64] } output { [3i64, 7i64, 10i64] }

-- ==
-- entry: products
-- input { [1.0f64, 2.0f64, 3.0f64] [4.0f64, -5.0f64] } output { [4.0f64, 3.0f64, 2.0f64, -15.0f64] }
-- input { [2.0f64] [3.0f64] } output { [6.0f64] }

-- ==
-- entry: quotient
-- input { [5.0f64, -3.0f64, 2.0f64, 1.0f64, 4.0f64] [1.0f64, 2.0f64, 3.0f64] }
-- output { [0.5925925925925926f64, -0.5555555555555555f64, 1.3333333333333333f64] [4.407407407407407f64, -3.6296296296296298f64] }
-- input { [6.0f64] [3.0f64] } output { [2.0f64] empty([0]f64) }

-- ==
-- entry: slope
-- input { [7.0f64, 1.0f64, 2.0f64, 3.0f64] } output { [1.0f64, 4.0f64, 9.0f64] }
-- input { [7.0f64] } output { empty([0]f64) }

-- ==
-- entry: root
-- input { 2.0f64 } output { 1.4142135623730951f64 }

type^ ring 't = {zero: t, one: t, plus: t -> t -> t, times: t -> t -> t}

def reals : ring f64 = {zero = 0, one = 1, plus = (+), times = (*)}
def modulo (m: i64) : ring i64 = {zero = 0, one = 1 % m, plus = \a b -> (a + b) % m, times = \a b -> a * b % m}

def horner 't [n] (r: ring t) (cs: [n]t) (x: t) : t =
  foldr (\c acc -> r.plus c (r.times acc x)) r.zero cs

-- | The powers of x by a scan, for evaluation in parallel.
def evaluate 't [n] (r: ring t) (cs: [n]t) (x: t) : t =
  let powers = exscan r.times r.one (replicate n x)
  in reduce r.plus r.zero (map2 r.times cs powers)

def product 't [n][m] (r: ring t) (a: [n]t) (b: [m]t) : [n + m - 1]t =
  map (\k ->
         loop s = r.zero for i < n do
           if k - i >= 0 && k - i < m then r.plus s (r.times a[i] b[k - i]) else s)
      (iota (n + m - 1))

def derivative [n] (cs: [n]f64) : [n - 1]f64 =
  map2 (*) (map f64.i64 (1..<n) :> [n - 1]f64) (cs[1:] :> [n - 1]f64)

-- | Quotient and remainder; the highest coefficient of b is not 0.
def divide [n][m] (a: [n]f64) (b: [m]f64) : ([]f64, []f64) =
  let (q, r) =
    loop (q, r) = (replicate (n - m + 1) 0, copy a) for k < n - m + 1 do
      let i = n - m - k
      let c = r[i + m - 1] / last b
      let r[i:i + m] = map2 (\x y -> x - c * y) (r[i:i + m] :> [m]f64) b :> [i + m - i]f64
      in (q with [i] = c, r)
  in (q, take (m - 1) r)

def newton [n] (cs: [n]f64) (start: f64) : f64 =
  let ds = derivative cs
  let step x = x - horner reals cs x / horner reals ds x
  in iterate_while (\x -> f64.abs (horner reals cs x) > 1e-12) step start

entry values [n] (cs: [n]f64) (xs: []f64) : []f64 = map (horner reals cs) xs
entry values_scan [n] (cs: [n]f64) (xs: []f64) : []f64 = map (evaluate reals cs) xs
entry values_modulo [n] (m: i64) (cs: [n]i64) (xs: []i64) : []i64 = map (horner (modulo m) cs) xs
entry products [n][m] (a: [n]f64) (b: [m]f64) : []f64 = product reals a b
entry quotient [n][m] (a: [n]f64) (b: [m]f64) : ([]f64, []f64) = divide a b
entry slope [n] (cs: [n]f64) : []f64 = derivative cs
entry root (c: f64) : f64 = newton [-c, 0, 1] (c + 1)
