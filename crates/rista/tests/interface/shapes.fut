-- What the tests of the C library, of its manifest and of the server drive.

type point = {x: f64, y: f64}
type shape = #circle point f64 | #none | #poly ([]point)
type scene [n] = {shapes: [n]shape, weights: [n]f32}

def measure (s: shape) : f64 =
  match s
  case #circle p r -> p.x + r * r
  case #none -> 0
  case #poly ps -> f64.sum (map (.y) ps)

-- | The centre of points.
entry centre [n] (ps: [n]point) : point =
  {x = f64.sum (map (.x) ps) / f64.i64 n, y = f64.sum (map (.y) ps) / f64.i64 n}

entry nested (p: point) (xs: []i32) : (point, ([]i32, bool)) = (p, (xs, true))

entry area (s: shape) : f64 = measure s

entry areas (ss: []shape) : []f64 = map measure ss

entry pick (ss: []shape) (i: i64) : shape = ss[i]

entry move (ps: *[]point) (i: i64) (p: point) : *[]point = ps with [i] = p

entry grid (n: i64) (m: i64) : [n][m](i32, bool) =
  tabulate_2d n m (\i j -> (i32.i64 (10 * i + j), i == j))

entry weigh [n] (s: scene [n]) : f64 = f64.sum (map2 (\s w -> measure s * f64.f32 w) s.shapes s.weights)

entry nothing (_: i32) : () = ()
