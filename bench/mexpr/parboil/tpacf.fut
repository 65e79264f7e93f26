-- The two-point angular correlation function: see `tpacf.mc`.
-- ==
-- entry: run
-- input @ data/tpacf.in output @ data/tpacf.out

def bins : i64 = 20

def bounds : [21]f64 =
  tabulate 21 (\i -> f64.cos (10 ** (f64.i64 i / 5) / 60 * (f64.pi / 180)))

def point (ascension: f64) (declination: f64) : (f64, f64, f64) =
  let a = ascension * (f64.pi / 180)
  let d = declination * (f64.pi / 180)
  in (f64.cos a * f64.cos d, f64.sin a * f64.cos d, f64.sin d)

def find (x: f64) : i64 =
  let (low, _) =
    loop (low, high) = (0, bins + 1) while low < high do
      let middle = (low + high) / 2
      in if x >= bounds[middle] then (low, middle) else (middle + 1, high)
  in low - 1

def angle (a: (f64, f64, f64)) (b: (f64, f64, f64)) : f64 =
  a.0 * b.0 + a.1 * b.1 + a.2 * b.2

def sum [n] (rows: [n][bins]i64) : [bins]i64 =
  reduce (map2 (+)) (replicate bins 0) rows

def count [n][m] (ps: [n](f64, f64, f64)) (qs: [m](f64, f64, f64))
    (first: i64 -> i64) : [bins]i64 =
  let row i p =
    let from = first i
    let pairs = m - from
    in hist (+)
            0
            bins
            (tabulate pairs (\j -> find (angle p qs[from + j])))
            (replicate pairs 1)
  in sum (map2 row (iota n) ps)

entry run [n][m][k] (ascensions: [n]f64) (declinations: [n]f64)
    (random_ascensions: [k][m]f64) (random_declinations: [k][m]f64) : [60]i64 =
  let data = map2 point ascensions declinations
  let random = map2 (map2 point) random_ascensions random_declinations
  let own ps = count ps ps (+ 1)
  let mixed ps = count data ps (const 0)
  in (own data ++ (sum (map own random) ++ sum (map mixed random))) :> [60]i64
