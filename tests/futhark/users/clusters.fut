-- Clusters: k-means with an opaque model between entries that take and give records, a principal axis by power iteration.
-- ==
-- entry: clusters
-- input { 3i64 50i32 [10.608f32, 5.438f32, 5.601f32, 10.423f32, 0.091f32, 5.648f32, 10.366f32, 10.213f32, 0.656f32, 10.225f32, 0.821f32, 0.736f32, 10.649f32, 5.273f32, 0.266f32, 0.557f32, 0.088f32, 0.098f32, 0.628f32, 5.474f32, 5.136f32, 5.58f32, 0.563f32, 0.401f32] [0.631f32, 0.983f32, 6.925f32, 0.96f32, 0.544f32, 6.827f32, 0.807f32, 6.063f32, 6.069f32, 6.352f32, 0.728f32, 6.699f32, 6.625f32, 0.481f32, 0.439f32, 0.267f32, 0.341f32, 0.064f32, 0.818f32, 0.544f32, 0.695f32, 0.357f32, 0.224f32, 6.067f32] }
-- output { [10.465666666666666f32, 2.308692307692308f32, 5.516125f32] [0.7993333333333333f32, 0.4988461538461539f32, 6.453374999999999f32] [3i64, 13i64, 8i64] 2i32 }
-- input { 5i64 50i32 [10.608f32, 5.438f32, 5.601f32, 10.423f32, 0.091f32, 5.648f32, 10.366f32, 10.213f32, 0.656f32, 10.225f32, 0.821f32, 0.736f32, 10.649f32, 5.273f32, 0.266f32, 0.557f32, 0.088f32, 0.098f32, 0.628f32, 5.474f32, 5.136f32, 5.58f32, 0.563f32, 0.401f32] [0.631f32, 0.983f32, 6.925f32, 0.96f32, 0.544f32, 6.827f32, 0.807f32, 6.063f32, 6.069f32, 6.352f32, 0.728f32, 6.699f32, 6.625f32, 0.481f32, 0.439f32, 0.267f32, 0.341f32, 0.064f32, 0.818f32, 0.544f32, 0.695f32, 0.357f32, 0.224f32, 6.067f32] }
-- output { [10.608f32, 5.380199999999999f32, 5.516125f32, 10.3945f32, 0.389f32] [0.631f32, 0.6119999999999999f32, 6.453374999999999f32, 0.8835f32, 0.4281250000000001f32] [1i64, 5i64, 8i64, 2i64, 8i64] 2i32 }
-- input { 2i64 0i32 [10.608f32, 5.438f32, 5.601f32, 10.423f32, 0.091f32, 5.648f32, 10.366f32, 10.213f32, 0.656f32, 10.225f32, 0.821f32, 0.736f32, 10.649f32, 5.273f32, 0.266f32, 0.557f32, 0.088f32, 0.098f32, 0.628f32, 5.474f32, 5.136f32, 5.58f32, 0.563f32, 0.401f32] [0.631f32, 0.983f32, 6.925f32, 0.96f32, 0.544f32, 6.827f32, 0.807f32, 6.063f32, 6.069f32, 6.352f32, 0.728f32, 6.699f32, 6.625f32, 0.481f32, 0.439f32, 0.267f32, 0.341f32, 0.064f32, 0.818f32, 0.544f32, 0.695f32, 0.357f32, 0.224f32, 6.067f32] }
-- output { [10.608f32, 5.438f32] [0.631f32, 0.983f32] [0i64, 0i64] 0i32 }

-- ==
-- entry: by_city_blocks
-- input { 3i64 [10.608f32, 5.438f32, 5.601f32, 10.423f32, 0.091f32, 5.648f32, 10.366f32, 10.213f32, 0.656f32, 10.225f32, 0.821f32, 0.736f32, 10.649f32, 5.273f32, 0.266f32, 0.557f32, 0.088f32, 0.098f32, 0.628f32, 5.474f32, 5.136f32, 5.58f32, 0.563f32, 0.401f32] [0.631f32, 0.983f32, 6.925f32, 0.96f32, 0.544f32, 6.827f32, 0.807f32, 6.063f32, 6.069f32, 6.352f32, 0.728f32, 6.699f32, 6.625f32, 0.481f32, 0.439f32, 0.267f32, 0.341f32, 0.064f32, 0.818f32, 0.544f32, 0.695f32, 0.357f32, 0.224f32, 6.067f32] }
-- output { [10.465666666666666f32, 2.308692307692308f32, 5.516125f32] [0.7993333333333333f32, 0.4988461538461539f32, 6.453374999999999f32] [3i64, 13i64, 8i64] 2i32 }

-- ==
-- entry: axis
-- input { [10.608f32, 5.438f32, 5.601f32, 10.423f32, 0.091f32, 5.648f32, 10.366f32, 10.213f32, 0.656f32, 10.225f32, 0.821f32, 0.736f32, 10.649f32, 5.273f32, 0.266f32, 0.557f32, 0.088f32, 0.098f32, 0.628f32, 5.474f32, 5.136f32, 5.58f32, 0.563f32, 0.401f32] [0.631f32, 0.983f32, 6.925f32, 0.96f32, 0.544f32, 6.827f32, 0.807f32, 6.063f32, 6.069f32, 6.352f32, 0.728f32, 6.699f32, 6.625f32, 0.481f32, 0.439f32, 0.267f32, 0.341f32, 0.064f32, 0.818f32, 0.544f32, 0.695f32, 0.357f32, 0.224f32, 6.067f32] }
-- output { [0.9637109495570207f32, 0.26694794568212277f32] }

type point = {x: f32, y: f32}
type~ model [k] = {centres: [k]point, sizes: [k]i64, rounds: i32, moved: bool}

module type metric = { val distance : point -> point -> f32 }
module euclid : metric = { def distance (p: point) (q: point) = f32.hypot (p.x - q.x) (p.y - q.y) }
module blocks : metric = { def distance (p: point) (q: point) = f32.abs (p.x - q.x) + f32.abs (p.y - q.y) }

module k_means (M: metric) = {
  def nearest [k] (cs: [k]point) (p: point) : i64 =
    let pick (d, i) (e, j) = if d < e || d == e && i < j then (d, i) else (e, j)
    in (reduce_comm pick (f32.inf, k) (zip (map (M.distance p) cs) (iota k))).1

  def step [n][k] (ps: [n]point) (m: model [k]) : model [k] =
    let cluster = map (nearest m.centres) ps
    let sizes = hist (+) 0 k cluster (replicate n 1)
    let sums = hist (\(p: point) (q: point) -> {x = p.x + q.x, y = p.y + q.y}) {x = 0, y = 0} k cluster ps
    let centres = map3 (\c (s: point) n -> if n == 0 then c else {x = s.x / f32.i64 n, y = s.y / f32.i64 n}) m.centres sums sizes
    let moved = or (map2 (\(a: point) b -> M.distance a b > 1e-6) m.centres centres)
    in {centres, sizes, rounds = m.rounds + 1, moved}

  def run [n][k] (limit: i32) (ps: [n]point) (start: [k]point) : model [k] =
    loop m = {centres = start, sizes = replicate k 0, rounds = 0, moved = true}
    while m.moved && m.rounds < limit do step ps m
}

module by_euclid = k_means euclid
module by_blocks = k_means blocks

def points [n] (xs: [n]f32) (ys: [n]f32) = map2 (\x y -> {x, y}) xs ys
def show [k] (m: model [k]) = (map (.x) m.centres, map (.y) m.centres, m.sizes, m.rounds)

entry clusters [n] (k: i64) (limit: i32) (xs: [n]f32) (ys: [n]f32) : ([k]f32, [k]f32, [k]i64, i32) =
  let ps = points xs ys
  in show (by_euclid.run limit ps (take k (ps :> [k + (n - k)]point)))

entry by_city_blocks [n] (k: i64) (xs: [n]f32) (ys: [n]f32) : ([k]f32, [k]f32, [k]i64, i32) =
  let ps = points xs ys
  in show (by_blocks.run 50 ps (ps[:k] :> [k]point))

entry axis [n] (xs: [n]f32) (ys: [n]f32) : [2]f32 =
  let mean zs = f32.sum zs / f32.i64 n
  let (xs, ys) = (map (\x -> x - mean xs) xs, map (\y -> y - mean ys) ys)
  let dot a b = f32.sum (map2 (*) a b)
  let (a, b, c) = (dot xs xs, dot xs ys, dot ys ys)
  let step (u, v) =
    let (p, q) = (a * u + b * v, b * u + c * v)
    let r = f32.hypot p q
    in (p / r, q / r)
  let (u, v) = iterate 100 step (1, 0.5)
  in [u, v]
