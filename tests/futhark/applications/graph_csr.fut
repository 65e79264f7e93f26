-- Breadth-first search on graphs in compressed rows, a size-lifted type; edges expanded in parallel.
-- ==
-- entry: distances
-- input { 1i64 empty([0]i64) empty([0]i64) 0i64 }
-- output { [0i32] }
-- input { 3i64 [0i64, 1i64] [1i64, 2i64] 0i64 }
-- output { [0i32, 1i32, 2i32] }
-- input { 5i64 [1i64, 4i64, 2i64, 3i64, 0i64, 0i64] [4i64, 1i64, 4i64, 4i64, 4i64, 3i64] 0i64 }
-- output { [0i32, 2i32, -1i32, 1i32, 1i32] }
-- input { 12i64 [4i64, 3i64, 11i64, 8i64, 7i64, 10i64, 3i64, 2i64, 6i64, 0i64, 1i64, 9i64, 4i64, 4i64, 9i64, 6i64, 6i64, 11i64, 7i64, 5i64, 0i64, 7i64, 4i64, 6i64, 4i64] [8i64, 3i64, 7i64, 8i64, 6i64, 2i64, 10i64, 8i64, 11i64, 10i64, 2i64, 0i64, 0i64, 7i64, 11i64, 11i64, 6i64, 9i64, 2i64, 1i64, 2i64, 3i64, 10i64, 10i64, 6i64] 0i64 }
-- output { [0i32, -1i32, 1i32, -1i32, -1i32, -1i32, -1i32, -1i32, 2i32, -1i32, 1i32, -1i32] }
-- input { 9i64 [8i64, 5i64, 6i64, 5i64, 4i64, 5i64, 1i64, 4i64, 1i64] [6i64, 8i64, 3i64, 0i64, 2i64, 8i64, 3i64, 4i64, 1i64] 0i64 }
-- output { [0i32, -1i32, -1i32, -1i32, -1i32, -1i32, -1i32, -1i32, -1i32] }

-- ==
-- entry: csr
-- input { 0i64 empty([0]i64) empty([0]i64) }
-- output { [0i64] empty([0]i64) }
-- input { 1i64 empty([0]i64) empty([0]i64) }
-- output { [0i64, 0i64] empty([0]i64) }
-- input { 3i64 [0i64, 1i64] [1i64, 2i64] }
-- output { [0i64, 1i64, 2i64, 2i64] [1i64, 2i64] }
-- input { 5i64 [1i64, 4i64, 2i64, 3i64, 0i64, 0i64] [4i64, 1i64, 4i64, 4i64, 4i64, 3i64] }
-- output { [0i64, 2i64, 3i64, 4i64, 5i64, 6i64] [4i64, 3i64, 4i64, 4i64, 4i64, 1i64] }
-- input { 12i64 [4i64, 3i64, 11i64, 8i64, 7i64, 10i64, 3i64, 2i64, 6i64, 0i64, 1i64, 9i64, 4i64, 4i64, 9i64, 6i64, 6i64, 11i64, 7i64, 5i64, 0i64, 7i64, 4i64, 6i64, 4i64] [8i64, 3i64, 7i64, 8i64, 6i64, 2i64, 10i64, 8i64, 11i64, 10i64, 2i64, 0i64, 0i64, 7i64, 11i64, 11i64, 6i64, 9i64, 2i64, 1i64, 2i64, 3i64, 10i64, 10i64, 6i64] }
-- output { [0i64, 2i64, 3i64, 4i64, 6i64, 11i64, 12i64, 16i64, 19i64, 20i64, 22i64, 23i64, 25i64] [10i64, 2i64, 2i64, 8i64, 3i64, 10i64, 8i64, 0i64, 7i64, 10i64, 6i64, 1i64, 11i64, 11i64, 6i64, 10i64, 6i64, 2i64, 3i64, 8i64, 0i64, 11i64, 2i64, 7i64, 9i64] }
-- input { 9i64 [8i64, 5i64, 6i64, 5i64, 4i64, 5i64, 1i64, 4i64, 1i64] [6i64, 8i64, 3i64, 0i64, 2i64, 8i64, 3i64, 4i64, 1i64] }
-- output { [0i64, 0i64, 2i64, 2i64, 2i64, 4i64, 7i64, 8i64, 8i64, 9i64] [3i64, 1i64, 2i64, 4i64, 8i64, 0i64, 8i64, 3i64, 6i64] }

-- ==
-- entry: in_degrees
-- input { 1i64 empty([0]i64) empty([0]i64) }
-- output { [0i64] }
-- input { 3i64 [0i64, 1i64] [1i64, 2i64] }
-- output { [0i64, 1i64, 1i64] }
-- input { 5i64 [1i64, 4i64, 2i64, 3i64, 0i64, 0i64] [4i64, 1i64, 4i64, 4i64, 4i64, 3i64] }
-- output { [0i64, 1i64, 0i64, 1i64, 4i64] }
-- input { 12i64 [4i64, 3i64, 11i64, 8i64, 7i64, 10i64, 3i64, 2i64, 6i64, 0i64, 1i64, 9i64, 4i64, 4i64, 9i64, 6i64, 6i64, 11i64, 7i64, 5i64, 0i64, 7i64, 4i64, 6i64, 4i64] [8i64, 3i64, 7i64, 8i64, 6i64, 2i64, 10i64, 8i64, 11i64, 10i64, 2i64, 0i64, 0i64, 7i64, 11i64, 11i64, 6i64, 9i64, 2i64, 1i64, 2i64, 3i64, 10i64, 10i64, 6i64] }
-- output { [2i64, 1i64, 4i64, 2i64, 0i64, 0i64, 3i64, 2i64, 3i64, 1i64, 4i64, 3i64] }
-- input { 9i64 [8i64, 5i64, 6i64, 5i64, 4i64, 5i64, 1i64, 4i64, 1i64] [6i64, 8i64, 3i64, 0i64, 2i64, 8i64, 3i64, 4i64, 1i64] }
-- output { [1i64, 1i64, 1i64, 2i64, 1i64, 0i64, 1i64, 0i64, 2i64] }

-- ==
-- entry: farthest
-- input { 1i64 empty([0]i64) empty([0]i64) }
-- output { 0i32 }
-- input { 3i64 [0i64, 1i64] [1i64, 2i64] }
-- output { 2i32 }
-- input { 5i64 [1i64, 4i64, 2i64, 3i64, 0i64, 0i64] [4i64, 1i64, 4i64, 4i64, 4i64, 3i64] }
-- output { 2i32 }
-- input { 12i64 [4i64, 3i64, 11i64, 8i64, 7i64, 10i64, 3i64, 2i64, 6i64, 0i64, 1i64, 9i64, 4i64, 4i64, 9i64, 6i64, 6i64, 11i64, 7i64, 5i64, 0i64, 7i64, 4i64, 6i64, 4i64] [8i64, 3i64, 7i64, 8i64, 6i64, 2i64, 10i64, 8i64, 11i64, 10i64, 2i64, 0i64, 0i64, 7i64, 11i64, 11i64, 6i64, 9i64, 2i64, 1i64, 2i64, 3i64, 10i64, 10i64, 6i64] }
-- output { 4i32 }
-- input { 9i64 [8i64, 5i64, 6i64, 5i64, 4i64, 5i64, 1i64, 4i64, 1i64] [6i64, 8i64, 3i64, 0i64, 2i64, 8i64, 3i64, 4i64, 1i64] }
-- output { 3i32 }

-- | Compressed rows: the neighbours of `v` are `edges[offsets[v]:offsets[v + 1]]`.
type~ graph [n] = {offsets: [n + 1]i64, edges: []i64}

def from_pairs (n: i64) (pairs: [](i64, i64)) : graph [n] =
  let (from, _) = unzip pairs
  let degrees = hist (+) 0 n from (rep 1)
  let offsets = scan (+) 0 ([0] ++ degrees) :> [n + 1]i64
  let before i = map2 (\j f -> j < i && f == from[i]) (indices pairs) from |> map i64.bool |> i64.sum
  let places = map (\i -> offsets[from[i]] + before i) (indices pairs)
  in {offsets, edges = spread (length pairs) (-1) places (map (.1) pairs)}

def degree [n] (g: graph [n]) (v: i64) = g.offsets[v + 1] - g.offsets[v]

def expand 'a 'b (sz: a -> i64) (get: a -> i64 -> b) (xs: []a) : []b =
  let sizes = map sz xs
  let starts = exscan (+) 0 sizes
  let owner = scan i64.max 0 (hist i64.max 0 (i64.sum sizes) starts (indices xs))
  in map2 (\o i -> get xs[o] (i - starts[o])) owner (indices owner)

def levels [n] (g: graph [n]) (source: i64) : [n]i32 =
  let dist = replicate n (-1i32) with [source] = 0
  let (dist, _, _) =
    loop (dist, front, depth) = (dist, [source], 1) while !(null front) do
      let next = expand (degree g) (\v i -> g.edges[g.offsets[v] + i]) front
      let fresh = filter (\v -> dist[v] < 0) next
      -- one of several equal vertices stays: the one whose index was written last
      let owner = scatter (replicate n (-1)) fresh (indices fresh)
      let front = zip fresh (indices fresh) |> filter (\(v, i) -> owner[v] == i) |> map (.0)
      in (scatter dist front (rep depth), front, depth + 1)
  in dist

def reversed [n] (g: graph [n]) : graph [n] =
  let [m] (sources: [m]i64) = expand (degree g) (\v _ -> v) (iota n)
  in from_pairs n (zip (g.edges :> [m]i64) sources)

entry distances [m] (n: i64) (from: [m]i64) (to: []i64) (source: i64) : [n]i32 =
  levels (from_pairs n (zip from (sized m to))) source

entry csr [m] (n: i64) (from: [m]i64) (to: [m]i64) =
  let g = from_pairs n (zip from to) in (g.offsets, g.edges)

entry in_degrees [m] (n: i64) (from: [m]i64) (to: [m]i64) : [n]i64 =
  let g = from_pairs n (zip from to) |> reversed
  in tabulate n (degree g)

entry farthest [m] (n: i64) (from: [m]i64) (to: [m]i64) : i32 =
  let g = from_pairs n (zip from to)
  in map (i32.maximum <-< levels g) (iota n) |> i32.maximum
