-- Networks in compressed rows: search in breadth with a frontier that grows and shrinks, ranks of pages, layers, triangles.
-- ==
-- entry: distances
-- input { 7i64 [3i64, 2i64, 6i64, 6i64, 3i64, 0i64, 0i64, 0i64, 1i64, 1i64, 6i64, 1i64, 3i64, 4i64] [4i64, 4i64, 4i64, 3i64, 1i64, 6i64, 6i64, 3i64, 0i64, 4i64, 3i64, 6i64, 4i64, 2i64] 0i64 }
-- output { [0i64, 2i64, 3i64, 1i64, 2i64, -1i64, 1i64] 3i64 }
-- input { 7i64 [3i64, 2i64, 6i64, 6i64, 3i64, 0i64, 0i64, 0i64, 1i64, 1i64, 6i64, 1i64, 3i64, 4i64] [4i64, 4i64, 4i64, 3i64, 1i64, 6i64, 6i64, 3i64, 0i64, 4i64, 3i64, 6i64, 4i64, 2i64] 3i64 }
-- output { [2i64, 1i64, 2i64, 0i64, 1i64, -1i64, 2i64] 2i64 }
-- input { 7i64 [3i64, 2i64, 6i64, 6i64, 3i64, 0i64, 0i64, 0i64, 1i64, 1i64, 6i64, 1i64, 3i64, 4i64] [4i64, 4i64, 4i64, 3i64, 1i64, 6i64, 6i64, 3i64, 0i64, 4i64, 3i64, 6i64, 4i64, 2i64] 6i64 }
-- output { [3i64, 2i64, 2i64, 1i64, 1i64, -1i64, 0i64] 3i64 }
-- input { 2i64 empty([0]i64) empty([0]i64) 1i64 } output { [-1i64,0] 0i64 }

-- ==
-- entry: ranks
-- input { 7i64 [3i64, 2i64, 6i64, 6i64, 3i64, 0i64, 0i64, 0i64, 1i64, 1i64, 6i64, 1i64, 3i64, 4i64] [4i64, 4i64, 4i64, 3i64, 1i64, 6i64, 6i64, 3i64, 0i64, 4i64, 3i64, 6i64, 4i64, 2i64] 20i32 }
-- output { [0.03671012979382851f64, 0.043481858485579006f64, 0.3688646157925789f64, 0.06738198932309532f64, 0.401658595022991f64, 0.02439024390243903f64, 0.05751256767948838f64] }

-- ==
-- entry: layers
-- input { 6i64 [0i64, 0i64, 1i64, 2i64, 3i64, 5i64] [1i64, 2i64, 3i64, 3i64, 4i64, 4i64] } output { [0i64,1,1,2,3,0] }
-- input { 3i64 [0i64,1,2] [1i64,2,1] } output { [0i64,-1,-1] }

-- ==
-- entry: triangles
-- input { 7i64 [3i64, 2i64, 6i64, 6i64, 3i64, 0i64, 0i64, 0i64, 1i64, 1i64, 6i64, 1i64, 3i64, 4i64] [4i64, 4i64, 4i64, 3i64, 1i64, 6i64, 6i64, 3i64, 0i64, 4i64, 3i64, 6i64, 4i64, 2i64] }
-- output { 7i64 }
-- input { 1i64 empty([0]i64) empty([0]i64) } output { 0i64 }

def expand 'a 'b (size: a -> i64) (get: a -> i64 -> b) (xs: []a) : []b =
  let sizes = map size xs
  let ends = scan (+) 0 sizes
  let total = if null ends then 0 else last ends
  let owner i = (loop (lo, hi) = (0, length xs - 1) while lo < hi do
                   let m = (lo + hi) / 2 in if ends[m] > i then (lo, m) else (m + 1, hi)).0
  in tabulate total (\i -> let k = owner i in get xs[k] (i - (ends[k] - sizes[k])))

def csr [m] (n: i64) (from: [m]i64) (to: [m]i64) : {first: [n + 1]i64, arcs: [m]i64} =
  let counts = hist (+) 0 (n + 1) (map (+ 1) from) (replicate m 1)
  let first = scan (+) 0 counts
  let place i = first[from[i]] + i64.sum (map (\j -> i64.bool (j < i && from[j] == from[i])) (iota m))
  in {first, arcs = scatter (replicate m 0) (map place (iota m)) to}

def degree [n][m] (g: {first: [n + 1]i64, arcs: [m]i64}) (v: i64) : i64 = g.first[v + 1] - g.first[v]
def arc [n][m] (g: {first: [n + 1]i64, arcs: [m]i64}) (v: i64) (k: i64) : i64 = g.arcs[g.first[v] + k]

entry distances [m] (n: i64) (from: [m]i64) (to: [m]i64) (source: i64) : ([n]i64, i64) =
  let g = csr n from to
  let (dist, _, level) =
    loop (dist: *[n]i64, frontier: []i64, level) = (replicate n (-1) with [source] = 0, [source], 0)
    while length frontier > 0 do
      let [k] (reached: [k]i64) = expand (degree g) (arc g) frontier |> filter (\v -> dist[v] < 0)
      let owner = scatter (replicate n (-1)) reached (iota k)
      let fresh = filter (\i -> owner[reached[i]] == i) (iota k) |> map (\i -> reached[i])
      let dist = scatter dist fresh (map (const (level + 1)) fresh)
      in (dist, fresh, level + 1)
  in (dist, level - 1)

entry ranks [m] (n: i64) (from: [m]i64) (to: [m]i64) (rounds: i32) : [n]f64 =
  let g = csr n from to
  let nodes = f64.i64 n
  let step (r: [n]f64) : [n]f64 =
    let dangling = f64.sum (map2 (\v x -> if degree g v == 0 then x else 0) (iota n) r) / nodes
    let shares = map (\v -> r[v] / f64.i64 (degree g v)) from
    in hist (+) 0 n to shares |> map (\x -> 0.15 / nodes + 0.85 * (dangling + x))
  in iterate rounds step (replicate n (1 / nodes))

-- | The longest way to each node of a graph without cycles; -1 for nodes on or behind cycles.
entry layers [m] (n: i64) (from: [m]i64) (to: [m]i64) : [n]i64 =
  let waiting = hist (+) 0 n to (replicate m 1i64)
  let (layer, _, _, _) =
    loop (layer, waiting, now, k) = (replicate n (-1), waiting, map (== 0) waiting, 0) while or now do
      let gone = hist (+) 0 n to (map (\v -> i64.bool now[v]) from)
      let left = map2 (-) waiting gone
      let layer = map2 (\l f -> if f then k else l) layer now
      in (layer, left, map3 (\w l (x: i64) -> w == 0 && l < 0 && x > 0) left layer gone, k + 1)
  in layer

entry triangles [m] (n: i64) (from: [m]i64) (to: [m]i64) : i64 =
  let a = replicate n (replicate n false)
  let a = scatter_2d a (zip from to) (replicate m true)
  let a = scatter_2d a (zip to from) (replicate m true)
  let common i j = i64.sum (map2 (\x y -> i64.bool (x && y)) (drop (j + 1) a[i] :> [n - (j + 1)]bool) (drop (j + 1) a[j] :> [n - (j + 1)]bool))
  in i64.sum (map (\i -> i64.sum (map (\j -> if j > i && a[i, j] then common i j else 0) (iota n))) (iota n))
