-- The convex hull of points by quickhull over all segments at once, and by the monotone chain; areas and perimeters.
-- ==
-- entry: corners
-- input { [[-1i64, 10i64], [-10i64, -17i64], [-15i64, 18i64], [14i64, 5i64], [-18i64, -5i64]] }
-- output { [[-18i64, -5i64], [-10i64, -17i64], [14i64, 5i64], [-15i64, 18i64]] }
-- input { [[44i64, 26i64], [-6i64, -18i64], [8i64, 33i64], [3i64, -32i64], [-43i64, 31i64], [-46i64, 13i64], [-8i64, -24i64], [-34i64, 43i64], [22i64, -34i64], [30i64, 2i64], [-37i64, -29i64], [5i64, -3i64], [-31i64, -43i64], [3i64, -13i64], [-32i64, 8i64], [29i64, -29i64], [16i64, 8i64], [12i64, 38i64], [43i64, -10i64], [11i64, -15i64], [-13i64, 10i64], [1i64, -32i64], [-36i64, -2i64], [18i64, -28i64], [30i64, 13i64], [-7i64, -27i64], [-39i64, 12i64], [-16i64, 15i64], [20i64, 14i64], [-4i64, -42i64]] }
-- output { [[-46i64, 13i64], [-37i64, -29i64], [-31i64, -43i64], [-4i64, -42i64], [22i64, -34i64], [29i64, -29i64], [43i64, -10i64], [44i64, 26i64], [12i64, 38i64], [-34i64, 43i64], [-43i64, 31i64]] }
-- input { [[2i64, -8i64], [0i64, 2i64], [8i64, -1i64], [6i64, -1i64], [0i64, 1i64], [-4i64, -9i64], [6i64, 8i64], [-1i64, 1i64], [-1i64, 5i64], [0i64, 7i64], [2i64, 2i64], [-1i64, 2i64], [4i64, 2i64], [-4i64, 5i64], [2i64, 1i64], [7i64, -5i64], [7i64, -4i64], [-3i64, 2i64], [6i64, 0i64], [-7i64, 4i64], [-4i64, 7i64], [4i64, 0i64], [-9i64, -3i64], [-4i64, -2i64], [-4i64, -8i64], [6i64, -2i64], [-5i64, -6i64], [1i64, -4i64], [6i64, -3i64], [8i64, -8i64], [4i64, 5i64], [2i64, 3i64], [-7i64, -3i64], [-2i64, 2i64], [-9i64, 2i64], [3i64, -1i64], [4i64, -6i64], [8i64, 2i64], [-8i64, 8i64], [0i64, -6i64], [0i64, 8i64], [7i64, 1i64], [-5i64, 4i64], [4i64, 8i64], [2i64, 5i64], [-5i64, -4i64], [3i64, 6i64], [-3i64, -5i64], [-7i64, 2i64], [-9i64, 3i64], [-6i64, 1i64], [8i64, -5i64], [1i64, 3i64], [4i64, 4i64], [-2i64, 6i64], [0i64, 6i64]] }
-- output { [[-9i64, -3i64], [-4i64, -9i64], [8i64, -8i64], [8i64, 2i64], [6i64, 8i64], [-8i64, 8i64], [-9i64, 3i64]] }

-- ==
-- entry: areas
-- input { [[-1i64, 10i64], [-10i64, -17i64], [-15i64, 18i64], [14i64, 5i64], [-18i64, -5i64]] }
-- output { 1170i64 1170i64 4i64 }
-- input { [[44i64, 26i64], [-6i64, -18i64], [8i64, 33i64], [3i64, -32i64], [-43i64, 31i64], [-46i64, 13i64], [-8i64, -24i64], [-34i64, 43i64], [22i64, -34i64], [30i64, 2i64], [-37i64, -29i64], [5i64, -3i64], [-31i64, -43i64], [3i64, -13i64], [-32i64, 8i64], [29i64, -29i64], [16i64, 8i64], [12i64, 38i64], [43i64, -10i64], [11i64, -15i64], [-13i64, 10i64], [1i64, -32i64], [-36i64, -2i64], [18i64, -28i64], [30i64, 13i64], [-7i64, -27i64], [-39i64, 12i64], [-16i64, 15i64], [20i64, 14i64], [-4i64, -42i64]] }
-- output { 12390i64 12390i64 11i64 }
-- input { [[2i64, -8i64], [0i64, 2i64], [8i64, -1i64], [6i64, -1i64], [0i64, 1i64], [-4i64, -9i64], [6i64, 8i64], [-1i64, 1i64], [-1i64, 5i64], [0i64, 7i64], [2i64, 2i64], [-1i64, 2i64], [4i64, 2i64], [-4i64, 5i64], [2i64, 1i64], [7i64, -5i64], [7i64, -4i64], [-3i64, 2i64], [6i64, 0i64], [-7i64, 4i64], [-4i64, 7i64], [4i64, 0i64], [-9i64, -3i64], [-4i64, -2i64], [-4i64, -8i64], [6i64, -2i64], [-5i64, -6i64], [1i64, -4i64], [6i64, -3i64], [8i64, -8i64], [4i64, 5i64], [2i64, 3i64], [-7i64, -3i64], [-2i64, 2i64], [-9i64, 2i64], [3i64, -1i64], [4i64, -6i64], [8i64, 2i64], [-8i64, 8i64], [0i64, -6i64], [0i64, 8i64], [7i64, 1i64], [-5i64, 4i64], [4i64, 8i64], [2i64, 5i64], [-5i64, -4i64], [3i64, 6i64], [-3i64, -5i64], [-7i64, 2i64], [-9i64, 3i64], [-6i64, 1i64], [8i64, -5i64], [1i64, 3i64], [4i64, 4i64], [-2i64, 6i64], [0i64, 6i64]] }
-- output { 519i64 519i64 7i64 }

-- ==
-- entry: around
-- input { [[-1i64, 10i64], [-10i64, -17i64], [-15i64, 18i64], [14i64, 5i64], [-18i64, -5i64]] }
-- output { 101.95517046768319f64 }
-- input { [[44i64, 26i64], [-6i64, -18i64], [8i64, 33i64], [3i64, -32i64], [-43i64, 31i64], [-46i64, 13i64], [-8i64, -24i64], [-34i64, 43i64], [22i64, -34i64], [30i64, 2i64], [-37i64, -29i64], [5i64, -3i64], [-31i64, -43i64], [3i64, -13i64], [-32i64, 8i64], [29i64, -29i64], [16i64, 8i64], [12i64, 38i64], [43i64, -10i64], [11i64, -15i64], [-13i64, 10i64], [1i64, -32i64], [-36i64, -2i64], [18i64, -28i64], [30i64, 13i64], [-7i64, -27i64], [-39i64, 12i64], [-16i64, 15i64], [20i64, 14i64], [-4i64, -42i64]] }
-- output { 294.318765288635f64 }
-- input { [[2i64, -8i64], [0i64, 2i64], [8i64, -1i64], [6i64, -1i64], [0i64, 1i64], [-4i64, -9i64], [6i64, 8i64], [-1i64, 1i64], [-1i64, 5i64], [0i64, 7i64], [2i64, 2i64], [-1i64, 2i64], [4i64, 2i64], [-4i64, 5i64], [2i64, 1i64], [7i64, -5i64], [7i64, -4i64], [-3i64, 2i64], [6i64, 0i64], [-7i64, 4i64], [-4i64, 7i64], [4i64, 0i64], [-9i64, -3i64], [-4i64, -2i64], [-4i64, -8i64], [6i64, -2i64], [-5i64, -6i64], [1i64, -4i64], [6i64, -3i64], [8i64, -8i64], [4i64, 5i64], [2i64, 3i64], [-7i64, -3i64], [-2i64, 2i64], [-9i64, 2i64], [3i64, -1i64], [4i64, -6i64], [8i64, 2i64], [-8i64, 8i64], [0i64, -6i64], [0i64, 8i64], [7i64, 1i64], [-5i64, 4i64], [4i64, 8i64], [2i64, 5i64], [-5i64, -4i64], [3i64, 6i64], [-3i64, -5i64], [-7i64, 2i64], [-9i64, 3i64], [-6i64, 1i64], [8i64, -5i64], [1i64, 3i64], [4i64, 4i64], [-2i64, 6i64], [0i64, 6i64]] }
-- output { 61.275419088628496f64 }

module type point = {
  type t
  type scalar
  val cross : t -> t -> t -> scalar
  val less : t -> t -> bool
  val positive : scalar -> bool
  val greater : scalar -> scalar -> bool
  val zero : scalar
}

module integer_point : (point with t = {x: i64, y: i64} with scalar = i64) = {
  type scalar = i64
  type t = {x: scalar, y: scalar}
  def cross (o: t) (a: t) (b: t) = (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x)
  def less (a: t) (b: t) = a.x < b.x || (a.x == b.x && a.y < b.y)
  def positive (s: scalar) = s > 0
  def greater (a: scalar) (b: scalar) = a > b
  def zero : scalar = 0
}

module mk_hull (P: point) : {
  val quickhull [n] : [n]P.t -> []P.t
  val chain [n] : [n]P.t -> []P.t
} = {
  def extreme [n] (better: P.t -> P.t -> bool) (ps: [n]P.t) : P.t =
    reduce (\a b -> if better a b then a else b) ps[0] ps

  -- The hull's corners, in the order in which they were found.
  def quickhull [n] (ps: [n]P.t) : []P.t =
    if n < 2 then ps
    else
    let l = extreme P.less ps
    let r = extreme (flip P.less) ps
      let lefts = map (\p -> (P.cross l r p, p)) ps
      let upper = filter ((.0) >-> P.positive) lefts |> map (\(_, p) -> (0i64, p))
      let lower = map (\p -> (P.cross r l p, p)) ps |> filter ((.0) >-> P.positive) |> map (\(_, p) -> (1i64, p))
      let (hull, _, _) =
        loop (segments, points, k) = ([(l, r), (r, l)], upper ++ lower, 0i32)
        while !(null points) do
          let m = length segments
          let segments = segments :> [m](P.t, P.t)
          let far (i, d, s) (j, e, t) = if P.greater d e then (i, d, s) else if P.greater e d then (j, e, t)
                                        else if i64.(i <= j) then (i, d, s) else (j, e, t)
          let distances = map2 (\i (s, p) -> (i, P.cross segments[s].0 segments[s].1 p, s)) (indices points) points
          let best = hist far (i64.highest, P.zero, -1) m (map (.0) points) distances
          let has = map (\(_, _, s) -> s >= 0) best
          let sizes = map (\h -> if h then 2 else 1) has
          let offsets = exscan (+) 0 sizes
          let total = i64.sum sizes
          let segments' =
            let fresh = replicate total (l, l)
            let firsts = map3 (\(a, b) (i, _, _) h -> if h then (a, points[i].1) else (a, b)) segments best has
            let seconds = map3 (\(a, b) (i, _, _) h -> if h then (points[i].1, b) else (a, b)) segments best has
            let fresh = scatter fresh offsets firsts
            in scatter fresh (map2 (\o h -> if h then o + 1 else -1) offsets has) seconds
          let points' =
            points
            |> map (\(s, p) ->
                      let o = offsets[s]
                      in if P.positive (P.cross segments'[o].0 segments'[o].1 p) then (o, p)
                         else if sizes[s] == 2 && P.positive (P.cross segments'[o + 1].0 segments'[o + 1].1 p) then (o + 1, p)
                         else (-1, p))
            |> filter (\(s, _) -> s >= 0)
          in (segments', points', k + 1)
      in map (.0) hull

  -- By a stack, for points that are sorted by an insertion sort.
  def chain [n] (ps: [n]P.t) : []P.t =
    if n < 3 then ps else
    let sorted =
      loop ps = copy ps for i < n do
        (loop (ps, j) = (ps, i) while j > 0 && P.less ps[j] ps[j - 1] do
           let (a, b) = (copy ps[j - 1], copy ps[j])
           in (ps with [j - 1] = b with [j] = a, j - 1)).0
    let half (qs: [n]P.t) =
      let (stack, top) =
        loop (stack, top) = (replicate n qs[0], 0) for q in qs do
          let top = loop top while top >= 2 && !(P.positive (P.cross stack[top - 2] stack[top - 1] q)) do top - 1
          in (stack with [top] = q, top + 1)
      in take (top - 1) stack
    in half sorted ++ half (reverse sorted)
}

module hull = mk_hull integer_point

def points [n] (xs: [n][2]i64) = map (\p -> {x = p[0], y = p[1]}) xs
def area2 [n] (ps: [n]integer_point.t) : i64 =
  i64.sum (map2 (\p q -> p.x * q.y - p.y * q.x) ps (rotate 1 ps))
def perimeter [n] (ps: [n]integer_point.t) : f64 =
  f64.sum (map2 (\p q -> f64.hypot (f64.i64 (p.x - q.x)) (f64.i64 (p.y - q.y))) ps (rotate 1 ps))

entry corners [n] (xs: [n][2]i64) : [][2]i64 = map (\p -> [p.x, p.y]) (hull.chain (points xs))
entry areas [n] (xs: [n][2]i64) : (i64, i64, i64) =
  let h = hull.quickhull (points xs)
  in (i64.abs (area2 h), area2 (hull.chain (points xs)), length h)
entry around [n] (xs: [n][2]i64) : f64 = perimeter (hull.quickhull (points xs))
