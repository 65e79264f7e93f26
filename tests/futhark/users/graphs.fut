-- Graphs as edge lists: search by frontiers, components by pointer jumping, ranks, shortest paths, orders.
-- ==
-- entry: levels
-- input { 9i64 [0i64, 0i64, 1i64, 2i64, 3i64, 5i64, 6i64, 4i64, 7i64] [1i64, 2i64, 3i64, 3i64, 4i64, 6i64, 5i64, 0i64, 7i64] 0i64 }
-- output { [0i32, 1i32, 1i32, 2i32, 3i32, -1i32, -1i32, -1i32, -1i32] }
-- input { 9i64 [0i64, 0i64, 1i64, 2i64, 3i64, 5i64, 6i64, 4i64, 7i64] [1i64, 2i64, 3i64, 3i64, 4i64, 6i64, 5i64, 0i64, 7i64] 5i64 }
-- output { [-1i32, -1i32, -1i32, -1i32, -1i32, 0i32, 1i32, -1i32, -1i32] }
-- input { 1i64 empty([0]i64) empty([0]i64) 0i64 } output { [0i32] }

-- ==
-- entry: components
-- input { 9i64 [0i64, 0i64, 1i64, 2i64, 3i64, 5i64, 6i64, 4i64, 7i64] [1i64, 2i64, 3i64, 3i64, 4i64, 6i64, 5i64, 0i64, 7i64] }
-- output { [0i64, 0i64, 0i64, 0i64, 0i64, 5i64, 5i64, 7i64, 8i64] }
-- input { 8i64 [7i64, 6i64, 5i64, 4i64, 3i64, 2i64] [6i64, 5i64, 4i64, 3i64, 2i64, 0i64] }
-- output { [0i64, 1i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64] }
-- input { 0i64 empty([0]i64) empty([0]i64) } output { empty([0]i64) }

-- ==
-- entry: ranks
-- input { 9i64 [0i64, 0i64, 1i64, 2i64, 3i64, 5i64, 6i64, 4i64, 7i64] [1i64, 2i64, 3i64, 3i64, 4i64, 6i64, 5i64, 0i64, 7i64] 30i32 }
-- output { [0.14609718429957996f64, 0.08050016626964475f64, 0.08050016626964475f64, 0.15532638003739296f64, 0.15107303563907498f64, 0.12269938650306747f64, 0.12269938650306747f64, 0.12269938650306747f64, 0.018404907975460124f64] }

-- ==
-- entry: shortest
-- input { 6i64 0i64 [0i64, 0i64, 2i64, 1i64, 3i64, 2i64] [1i64, 2i64, 1i64, 3i64, 4i64, 3i64] [4.0f64, 1.0f64, 2.0f64, 5.0f64, -3.0f64, 8.0f64] }
-- output { [0.0f64, 3.0f64, 1.0f64, 8.0f64, 5.0f64, f64.inf] }

-- ==
-- entry: topological
-- input { 6i64 [5i64, 5i64, 4i64, 4i64, 2i64, 3i64] [2i64, 0i64, 0i64, 1i64, 3i64, 1i64] }
-- output { [4i64, 5i64, 0i64, 2i64, 3i64, 1i64] }
-- input { 3i64 [0i64, 1i64] [1i64, 0i64] } output { [2i64] }

type edge = {from: i64, to: i64}

def edges [m] (from: [m]i64) (to: [m]i64) : [m]edge = map2 (\from to -> {from, to}) from to

entry levels [m] (n: i64) (from: [m]i64) (to: [m]i64) (start: i64) : [n]i32 =
  let es = edges from to
  let (distance, _, _) =
    loop (distance, frontier, d) = (replicate n (-1) with [start] = 0, [start], 1)
    while !(null frontier) do
      let on = spread n false frontier (map (\_ -> true) frontier)
      let reached = es |> filter (\e -> on[e.from] && distance[e.to] < 0) |> map (.to)
      let distance = scatter distance reached (map (\_ -> d) reached)
      let next = filter (\v -> distance[v] == d) (iota n)
      in (distance, next, d + 1)
  in distance

-- | The least vertex of the component of each vertex: hooking, then jumping until nothing changes.
entry components [m] (n: i64) (from: [m]i64) (to: [m]i64) : [n]i64 =
  let jump p = map (\i -> p[i]) p
  let (parent, _) =
    loop (p, changed) = (iota n, true) while changed do
      let us = map (\i -> p[i]) from
      let vs = map (\i -> p[i]) to
      let low = map2 i64.min us vs
      let next = reduce_by_index (copy p) i64.min i64.highest (us ++ vs) (low ++ low)
      let flat = iterate_until (\q -> and (map2 (==) q (jump q))) jump next
      in (flat, or (map2 (!=) flat p))
  in parent

entry ranks [m] (n: i64) (from: [m]i64) (to: [m]i64) (steps: i32) : [n]f64 =
  let degree = reduce_by_index (replicate n 0i64) (+) 0 from (replicate m 1)
  let step r =
    let lost = map2 (\d x -> if d == 0 then x else 0) degree r |> f64.sum
    let base = (0.15 + 0.85 * lost) / f64.i64 n
    let given = map (\i -> 0.85 * r[i] / f64.i64 degree[i]) from
    in reduce_by_index (replicate n base) (+) 0 to given
  in iterate steps step (replicate n (1 / f64.i64 n))

entry shortest [m] (n: i64) (start: i64) (from: [m]i64) (to: [m]i64) (length: [m]f64) : [n]f64 =
  loop d = replicate n f64.inf with [start] = 0 for _i < n do
    let candidates = map2 (\i l -> d[i] + l) from length
    in map2 f64.min d (hist f64.min f64.inf n to candidates)

-- | The vertices in rounds, each with no edge from a later one; those on cycles get no place.
entry topological [m] (n: i64) (from: [m]i64) (to: [m]i64) : []i64 =
  let degree = hist (+) 0i64 n to (rep 1)
  let (order, _, _) =
    loop (order, degree, ready) = ([], degree, filter (\v -> degree[v] == 0) (iota n))
    while length ready > 0 do
      let mark = spread n 0i64 ready (rep 1)
      let removed = hist (+) 0 n to (map (\f -> mark[f]) from)
      let next = map2 (-) degree removed
      in (order ++ ready, next, filter (\v -> degree[v] > 0 && next[v] == 0) (iota n))
  in order
