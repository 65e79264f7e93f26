-- Interpolation: linear, Lagrange and Newton, natural splines over a tridiagonal system, Bezier curves.
-- ==
-- entry: splines
-- input { [0.0f64, 1.0f64, 2.5f64, 4.0f64, 5.0f64] [1.0f64, 3.0f64, 2.0f64, 5.0f64, 0.0f64] [0.0f64, 0.5f64, 1.0f64, 2.0f64, 3.3f64, 5.0f64] }
-- output { [1.0f64, 2.322794117647059f64, 2.9999999999999996f64, 1.9976034858387797f64, 4.186816557734204f64, 0.0f64] }
-- input { [0.0f64, 1.0f64, 2.5f64, 4.0f64, 5.0f64] [1.0f64, 3.0f64, 2.0f64, 5.0f64, 0.0f64] empty([0]f64) }
-- output { empty([0]f64) }

-- ==
-- entry: splines_scan
-- input { [0.0f64, 1.0f64, 2.5f64, 4.0f64, 5.0f64] [1.0f64, 3.0f64, 2.0f64, 5.0f64, 0.0f64] [0.0f64, 0.5f64, 1.0f64, 2.0f64, 3.3f64, 5.0f64] }
-- output { [1.0f64, 2.322794117647059f64, 2.9999999999999996f64, 1.9976034858387797f64, 4.186816557734204f64, 0.0f64] }

-- ==
-- entry: linear
-- input { [0.0f64, 1.0f64, 2.5f64, 4.0f64, 5.0f64] [1.0f64, 3.0f64, 2.0f64, 5.0f64, 0.0f64] [0.0f64, 0.5f64, 1.0f64, 2.0f64, 3.3f64, 5.0f64] }
-- output { [1.0f64, 2.0f64, 3.0f64, 2.3333333333333335f64, 3.5999999999999996f64, 0.0f64] }
-- input { [0.0f64, 1.0f64, 2.5f64, 4.0f64, 5.0f64] [1.0f64, 3.0f64, 2.0f64, 5.0f64, 0.0f64] [-3.0f64, 9.0f64] }
-- output { [1.0f64, 0.0f64] }

-- ==
-- entry: lagrange
-- input { [0.0f64, 1.0f64, 2.5f64, 4.0f64, 5.0f64] [1.0f64, 3.0f64, 2.0f64, 5.0f64, 0.0f64] [0.0f64, 0.5f64, 1.0f64, 2.0f64, 3.3f64, 5.0f64] }
-- output { [1.0f64, 3.005f64, 3.0f64, 1.8133333333333332f64, 3.6720906666666657f64, 0.0f64] }

-- ==
-- entry: divided
-- input { [0.0f64, 1.0f64, 2.5f64, 4.0f64, 5.0f64] [1.0f64, 3.0f64, 2.0f64, 5.0f64, 0.0f64] [0.0f64, 0.5f64, 1.0f64, 2.0f64, 3.3f64, 5.0f64] }
-- output { [1.0f64, 3.005f64, 3.0f64, 1.8133333333333332f64, 3.6720906666666657f64, 0.0f64] }

-- ==
-- entry: bezier
-- input { [[0.0f64, 0.0f64], [1.0f64, 2.0f64], [3.0f64, 3.0f64], [4.0f64, 0.0f64]] [0.0f64, 0.25f64, 1.0f64] }
-- output { [[0.0f64, 0.0f64], [0.90625f64, 1.265625f64], [4.0f64, 0.0f64]] }

-- | Thomas's algorithm: below, on and above the diagonal.
def tridiagonal [n] (a: [n]f64) (b: [n]f64) (c: [n]f64) (d: [n]f64) : [n]f64 =
  let (cs, ds) =
    loop (cs, ds) = (replicate n 0, replicate n 0) for i < n do
      let (c0, d0) = if i == 0 then (0, 0) else (cs[i - 1], ds[i - 1])
      let m = b[i] - a[i] * c0
      let cs[i] = c[i] / m
      let ds[i] = (d[i] - a[i] * d0) / m
      in (cs, ds)
  in loop xs = ds for k in 1..<i64.max 1 n do
       let i = n - 1 - k
       in xs with [i] = xs[i] - cs[i] * xs[i + 1]

-- | The same by two scans: first of 2 x 2 matrices, then of affine functions.
def tridiagonal_scan [n] (a: [n]f64) (b: [n]f64) (c: [n]f64) (d: [n]f64) : [n]f64 =
  let mul (p, q, r, s) (t, u, v, w) : (f64, f64, f64, f64) =
    let k = 1 / (f64.abs (t * p) + 1)
    in (k * (t * p + u * r), k * (t * q + u * s), k * (v * p + w * r), k * (v * q + w * s))
  let ms = map4 (\i x y z -> if i == 0 then (y, 0, 1, 0) else (y, -x * z, 1, 0)) (iota n) a b (rotate (-1) c)
           |> scan mul (1, 0, 0, 1)
  let pivots = map (\(p, q, r, s) -> (p + q) / (r + s)) ms
  let join (p1, q1) (p2, q2) : (f64, f64) = (p1 * p2, q1 * p2 + q2)
  let forward =
    map4 (\i x pv y -> if i == 0 then (0, y) else (-x / pv, y)) (iota n) a (rotate (-1) pivots) d
    |> scan join (1, 0) |> map (.1)
  let back =
    map3 (\y pv z -> (-z / pv, y / pv)) forward pivots c
    |> reverse |> scan join (1, 0) |> map (.1)
  in reverse back

def locate [n] (xs: [n]f64) (x: f64) : i64 =
  let (lo, _) = loop (lo, hi) = (0, n - 1) while hi - lo > 1 do
                  let mid = lo + (hi - lo) / 2
                  in if xs[mid] <= x then (mid, hi) else (lo, mid)
  in lo

def spline [n] (solve: [n]f64 -> [n]f64 -> [n]f64 -> [n]f64 -> [n]f64) (xs: [n]f64) (ys: [n]f64) : f64 -> f64 =
  let inner i = i > 0 && i < n - 1
  let h = tabulate n (\i -> if i < n - 1 then xs[i + 1] - xs[i] else 1)
  let a = map (\i -> if inner i then h[i - 1] else 0) (iota n)
  let b = map (\i -> if inner i then 2 * (h[i - 1] + h[i]) else 1) (iota n)
  let c = map (\i -> if inner i then h[i] else 0) (iota n)
  let d = map (\i -> if inner i then 6 * ((ys[i + 1] - ys[i]) / h[i] - (ys[i] - ys[i - 1]) / h[i - 1]) else 0) (iota n)
  let m = solve a b c d
  in \x ->
       let i = locate xs x
       let (k, p, q) = (h[i], xs[i + 1] - x, x - xs[i])
       in (m[i] * p ** 3 + m[i + 1] * q ** 3) / (6 * k)
          + (ys[i] / k - m[i] * k / 6) * p
          + (ys[i + 1] / k - m[i + 1] * k / 6) * q

entry splines [n] (xs: [n]f64) (ys: [n]f64) (at: []f64) : []f64 = map (spline tridiagonal xs ys) at
entry splines_scan [n] (xs: [n]f64) (ys: [n]f64) (at: []f64) : []f64 = map (spline tridiagonal_scan xs ys) at

entry linear [n] (xs: [n]f64) (ys: [n]f64) (at: []f64) : []f64 =
  let f x =
    let i = locate xs x
    let t = (x - xs[i]) / (xs[i + 1] - xs[i])
    in f64.lerp ys[i] ys[i + 1] (f64.min 1 (f64.max 0 t))
  in map f at

entry lagrange [n] (xs: [n]f64) (ys: [n]f64) (at: []f64) : []f64 =
  let basis x i = f64.product (map2 (\j u -> if i == j then 1 else (x - u) / (xs[i] - u)) (iota n) xs)
  in map (\x -> f64.sum (map2 (\i y -> y * basis x i) (iota n) ys)) at

entry divided [n] (xs: [n]f64) (ys: [n]f64) (at: []f64) : []f64 =
  let cs =
    loop cs = copy ys for k in 1..<n do
      tabulate n (\i -> if i < k then cs[i] else (cs[i] - cs[i - 1]) / (xs[i] - xs[i - k]))
  let value x = foldr (\(u, c) acc -> c + (x - u) * acc) 0 (zip xs cs)
  in map value at

entry bezier [n] (points: [n][2]f64) (ts: []f64) : [][2]f64 =
  let at t =
    let shorter (ps: [n][2]f64) = map2 (map2 (\p q -> (1 - t) * p + t * q)) ps (rotate 1 ps)
    in head (iterate (i32.i64 n - 1) shorter points)
  in map at ts
