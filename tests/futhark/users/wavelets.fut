-- Wavelets in place on strided slices, by a module over a filter bank; cosines in two dimensions; the largest coefficients kept.
-- ==
-- entry: transform
-- input { [3.0f64, 1.0f64, -2.0f64, 4.0f64, 0.0f64, 0.0f64, 5.0f64, 7.5f64] }
-- output { [6.540737725975563f64, -2.2980970388562785f64, 0.9999999999999999f64, -6.249999999999998f64, 1.414213562373095f64, -4.242640687119285f64, 0.0f64, -1.7677669529663687f64] }
-- input { [5f64] } output { [5f64] }

-- ==
-- entry: there_and_back
-- input { [3.0f64, 1.0f64, -2.0f64, 4.0f64, 0.0f64, 0.0f64, 5.0f64, 7.5f64] }
-- output { [3.0f64, 1.0f64, -2.0f64, 4.0f64, 0.0f64, 0.0f64, 5.0f64, 7.5f64] [3.0f64, 1.0f64, -2.0f64, 4.0f64, 0.0f64, 0.0f64, 5.0f64, 7.5f64] }

-- ==
-- entry: lifting
-- input { [1f64,3,10,4,7] } output { [2f64,-2,7,6,7] }
-- input { empty([0]f64) } output { empty([0]f64) }
-- input { [1f64] } output { [1f64] }

-- ==
-- entry: cosines
-- input { [3.0f64, 1.0f64, -2.0f64, 4.0f64, 0.0f64, 0.0f64, 5.0f64, 7.5f64] }
-- output { [6.540737725975565f64, -4.035095694499705f64, 4.53334221012204f64, -1.610981169284441f64, 3.7123106012293716f64, 2.1793864391013207f64, -2.451796974858619f64, -2.1208529316060734f64] }

-- ==
-- entry: kept
-- input { 3i64 [3.0f64, 1.0f64, -2.0f64, 4.0f64, 0.0f64, 0.0f64, 5.0f64, 7.5f64] }
-- output { [2.4278498098087367f64, 1.502387752172853f64, 0.32419299384768097f64, -0.17523510010353638f64, 0.6119730183023031f64, 2.5659720490972737f64, 4.8574472048821935f64, 6.3854122719924975f64] }
-- input { 8i64 [3.0f64, 1.0f64, -2.0f64, 4.0f64, 0.0f64, 0.0f64, 5.0f64, 7.5f64] }
-- output { [3.0f64, 1.0f64, -2.0f64, 4.0f64, 0.0f64, 0.0f64, 5.0f64, 7.5f64] }

module type filter = {
  val taps : i64
  val low : [taps]f64
  val high : [taps]f64
}

module wavelet (F: filter) = {
  -- One level on the first n elements; circular.
  def level [m] (n: i64) (xs: *[m]f64) : *[m]f64 =
    let half = n / 2
    let conv (f: [F.taps]f64) i = f64.sum (map2 (\k c -> c * xs[(2 * i + k) % n]) (iota F.taps) f)
    let both = map (conv F.low) (iota half) ++ map (conv F.high) (iota half)
    in xs with [0:2 * half] = sized (2 * half - 0) both

  def inverse [m] (n: i64) (xs: *[m]f64) : *[m]f64 =
    let half = n / 2
    let parts = map (\i -> map2 (\l h -> xs[i] * l + xs[half + i] * h) F.low F.high) (iota half)
    let where = map (\i -> map (\k -> (2 * i + k) % n) (iota F.taps)) (iota half)
    let sums = reduce_by_index (replicate n 0) (+) 0 (flatten where) (flatten parts)
    in xs with [:n] = sums

  def forward [m] (xs: [m]f64) : [m]f64 =
    (loop (xs, n) = (copy xs, m) while n > 1 do (level n xs, n / 2)).0
  def back [m] (xs: [m]f64) : [m]f64 =
    (loop (xs, n) = (copy xs, 2) while n <= m do (inverse n xs, n * 2)).0
}

module haar = wavelet {
  def taps = 2i64
  def c = f64.sqrt 0.5
  def low = [c, c]
  def high = [c, -c]
}

module daubechies = wavelet {
  def taps = 4i64
  def r = f64.sqrt 3
  def low : [4]f64 = map (/ (4 * f64.sqrt 2)) [1 + r, 3 + r, 3 - r, 1 - r]
  def high : [4]f64 = map2 (*) (reverse low) [1, -1, 1, -1]
}

entry transform [n] (xs: [n]f64) : [n]f64 = haar.forward xs
entry there_and_back [n] (xs: [n]f64) : ([n]f64, [n]f64) = (haar.back (haar.forward xs), daubechies.back (daubechies.forward xs))

-- | In place, on strided slices.
entry lifting [n] (xs: *[n]f64) : *[n]f64 =
  if n < 2 then xs else
  let half = n / 2
  let evens = copy xs[0:2 * half:2]
  let odds = copy xs[1:2 * half:2]
  let k = length evens
  let odds = odds :> [k]f64
  let evens = evens :> [k]f64
  let xs[0:2 * half:2] = map2 (\a b -> (a + b) / 2) evens odds
  let xs[1:2 * half:2] = map2 (\a b -> a - b) evens odds
  in xs

def basis (n: i64) : [n][n]f64 =
  tabulate_2d n n (\k i ->
    f64.sqrt ((if k == 0 then 1 else 2) / f64.i64 n) * f64.cos (f64.pi * (f64.i64 i + 0.5) * f64.i64 k / f64.i64 n))

def mv [n][m] (a: [n][m]f64) (x: [m]f64) : [n]f64 = map (\r -> f64.sum (map2 (*) r x)) a

entry cosines [n] (xs: [n]f64) : [n]f64 = mv (basis n) xs

entry kept [n] (k: i64) (xs: [n]f64) : [n]f64 =
  let c = mv (basis n) xs
  let a = map f64.abs c
  let rank i = i64.sum (map2 (\j y -> i64.bool (y > a[i] || (y == a[i] && j < i))) (iota n) a)
  in mv (transpose (basis n)) (map2 (\i x -> if rank i < k then x else 0) (iota n) c)
