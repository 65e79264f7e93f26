-- Components by pointer jumping, spanning trees of least weight by contraction, the same by union and find in a loop.
-- ==
-- entry: component
-- input { 10i64 [2i64, 3i64, 3i64, 4i64, 5i64, 5i64, 6i64, 7i64, 8i64, 8i64, 8i64, 8i64, 8i64, 8i64, 8i64] [1i64, 0i64, 1i64, 1i64, 0i64, 3i64, 1i64, 0i64, 0i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64] }
-- output { [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 9i64] }
-- input { 3i64 empty([0]i64) empty([0]i64) } output { [0i64,1,2] }
-- input { 6i64 [5i64,4,3,2] [4i64,3,2,1] } output { [0i64,1,1,1,1,1] }

-- ==
-- entry: lightest
-- input { 10i64 [2i64, 3i64, 3i64, 4i64, 5i64, 5i64, 6i64, 7i64, 8i64, 8i64, 8i64, 8i64, 8i64, 8i64, 8i64] [1i64, 0i64, 1i64, 1i64, 0i64, 3i64, 1i64, 0i64, 0i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64] [5400i64, 9901i64, 3302i64, 1103i64, 3404i64, 6305i64, 5306i64, 4107i64, 4308i64, 7209i64, 4110i64, 9711i64, 5612i64, 7613i64, 1414i64] }
-- output { 28146i64 2i64 }
-- input { 3i64 empty([0]i64) empty([0]i64) empty([0]i64) } output { 0i64 3i64 }

-- ==
-- entry: one_by_one
-- input { 10i64 [2i64, 3i64, 3i64, 4i64, 5i64, 5i64, 6i64, 7i64, 8i64, 8i64, 8i64, 8i64, 8i64, 8i64, 8i64] [1i64, 0i64, 1i64, 1i64, 0i64, 3i64, 1i64, 0i64, 0i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64] [5400i64, 9901i64, 3302i64, 1103i64, 3404i64, 6305i64, 5306i64, 4107i64, 4308i64, 7209i64, 4110i64, 9711i64, 5612i64, 7613i64, 1414i64] }
-- output { 28146i64 2i64 }
-- input { 3i64 empty([0]i64) empty([0]i64) empty([0]i64) } output { 0i64 3i64 }

type edge = {u: i64, v: i64, w: i64}
def edge u v w : edge = {u, v, w}

-- | Every node points at the least node of its component in the end.
def components [n][m] (es: [m]edge) : i64 -> [n]i64 -> [n]i64 =
  \_ parent ->
    let jump (p: [n]i64) = map (\x -> p[x]) p
    let (p, _) =
      loop (p, go) = (parent, true) while go do
        let (is, vs) = unzip (map (\e -> let (a, b) = (p[e.u], p[e.v]) in (i64.max a b, i64.min a b)) es)
        let q = reduce_by_index (copy p) i64.min i64.highest is vs |> jump |> jump
        in (q, !(and (map2 (==) p q)))
    in p

entry component [m] (n: i64) (us: [m]i64) (vs: [m]i64) : [n]i64 =
  components (map2 (\u v -> edge u v 0) us vs) n (iota n)

-- | Each round, each component takes its lightest edge out; weights are distinct.
entry lightest [m] (n: i64) (us: [m]i64) (vs: [m]i64) (ws: [m]i64) : (i64, i64) =
  let none : edge = edge (-1) (-1) i64.highest
  let lighter (a: edge) (b: edge) = if a.w <= b.w then a else b
  let (_, _, total, count) =
    loop (es: []edge, label: [n]i64, total, count) = (map3 edge us vs ws, iota n, 0, n)
    while !(null es) do
      let both = map (\e -> (label[e.u], e)) es ++ map (\e -> (label[e.v], e)) es
      let best = hist lighter none n (map (.0) both) (map (.1) both)
      let chosen = filter (\(e: edge) -> e.u >= 0) best
      -- An edge that both of its components chose counts once.
      let once = map2 (\i (e: edge) -> e.u >= 0 && (let other = if label[e.u] == i then label[e.v] else label[e.u]
                                                   in i < other || best[other].w != e.w)) (iota n) best
      let label = components (map (\e -> edge label[e.u] label[e.v] e.w) chosen) n (iota n) |> \p -> map (\l -> p[l]) label
      let es = filter (\e -> label[e.u] != label[e.v]) es
      in (es, label,
          total + i64.sum (map2 (\o (e: edge) -> if o then e.w else 0) once best),
          count - i64.sum (map i64.bool once))
  in (total, count)

def find [n] (p: [n]i64) (x: i64) : i64 = loop x while p[x] != x do p[x]

entry one_by_one [m] (n: i64) (us: [m]i64) (vs: [m]i64) (ws: [m]i64) : (i64, i64) =
  let rank e = i64.sum (map (\w -> i64.bool (w < e)) ws)
  let order = scatter (replicate m 0) (map rank ws) (iota m)
  let (_, _, total, count) =
    loop (p: *[n]i64, size: *[n]i64, total, count) = (iota n, replicate n 1, 0, n) for i in order do
      let (a, b) = (find p us[i], find p vs[i])
      in if a == b then (p, size, total, count)
         else let (a, b) = if size[a] < size[b] then (a, b) else (b, a)
              let size[b] = size[a] + size[b]
              let p[a] = b
              in (p, size, total + ws[i], count - 1)
  in (total, count)
