-- Disjoint sets as an abstract type with a size, and minimum spanning trees by Boruvka.
-- ==
-- entry: components
-- input { 0i64 empty([0]i64) empty([0]i64) }
-- output { empty([0]i64) }
-- input { 1i64 empty([0]i64) empty([0]i64) }
-- output { [0i64] }
-- input { 2i64 [0i64] [1i64] }
-- output { [0i64, 0i64] }
-- input { 6i64 [3i64, 3i64, 2i64, 3i64, 0i64, 3i64, 0i64, 4i64, 0i64, 5i64, 2i64, 2i64] [5i64, 0i64, 0i64, 1i64, 2i64, 3i64, 0i64, 4i64, 3i64, 4i64, 4i64, 4i64] }
-- output { [0i64, 0i64, 0i64, 0i64, 0i64, 0i64] }
-- input { 10i64 [3i64, 4i64, 1i64, 9i64, 0i64, 6i64, 9i64, 2i64, 5i64, 5i64, 6i64, 7i64, 6i64, 8i64] [0i64, 0i64, 1i64, 8i64, 3i64, 4i64, 4i64, 0i64, 5i64, 2i64, 6i64, 8i64, 9i64, 1i64] }
-- output { [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64] }
-- input { 8i64 [4i64, 3i64, 6i64, 4i64, 0i64, 5i64, 6i64, 0i64, 7i64, 5i64, 7i64, 0i64, 5i64, 7i64, 5i64, 5i64, 5i64, 4i64, 6i64, 0i64, 4i64, 4i64, 5i64, 6i64] [6i64, 4i64, 4i64, 5i64, 6i64, 0i64, 2i64, 5i64, 5i64, 4i64, 0i64, 0i64, 4i64, 4i64, 2i64, 2i64, 5i64, 4i64, 1i64, 2i64, 3i64, 3i64, 2i64, 1i64] }
-- output { [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64] }

-- ==
-- entry: tree
-- input { 1i64 empty([0]i64) empty([0]i64) empty([0]i32) }
-- output { empty([0]i64) }
-- input { 2i64 [0i64] [1i64] [2i32] }
-- output { [0i64] }
-- input { 6i64 [3i64, 3i64, 2i64, 3i64, 0i64, 3i64, 0i64, 4i64, 0i64, 5i64, 2i64, 2i64] [5i64, 0i64, 0i64, 1i64, 2i64, 3i64, 0i64, 4i64, 3i64, 4i64, 4i64, 4i64] [6i32, 6i32, 4i32, 8i32, 3i32, 2i32, 6i32, 4i32, 8i32, 5i32, 4i32, 2i32] }
-- output { [0i64, 3i64, 4i64, 9i64, 11i64] }
-- input { 10i64 [3i64, 4i64, 1i64, 9i64, 0i64, 6i64, 9i64, 2i64, 5i64, 5i64, 6i64, 7i64, 6i64, 8i64] [0i64, 0i64, 1i64, 8i64, 3i64, 4i64, 4i64, 0i64, 5i64, 2i64, 6i64, 8i64, 9i64, 1i64] [1i32, 9i32, 4i32, 6i32, 3i32, 5i32, 6i32, 2i32, 6i32, 3i32, 7i32, 5i32, 9i32, 5i32] }
-- output { [0i64, 1i64, 3i64, 5i64, 6i64, 7i64, 9i64, 11i64, 13i64] }
-- input { 8i64 [4i64, 3i64, 6i64, 4i64, 0i64, 5i64, 6i64, 0i64, 7i64, 5i64, 7i64, 0i64, 5i64, 7i64, 5i64, 5i64, 5i64, 4i64, 6i64, 0i64, 4i64, 4i64, 5i64, 6i64] [6i64, 4i64, 4i64, 5i64, 6i64, 0i64, 2i64, 5i64, 5i64, 4i64, 0i64, 0i64, 4i64, 4i64, 2i64, 2i64, 5i64, 4i64, 1i64, 2i64, 3i64, 3i64, 2i64, 1i64] [8i32, 6i32, 7i32, 5i32, 7i32, 7i32, 1i32, 7i32, 3i32, 4i32, 1i32, 8i32, 9i32, 7i32, 9i32, 4i32, 1i32, 8i32, 9i32, 5i32, 9i32, 6i32, 4i32, 2i32] }
-- output { [1i64, 6i64, 8i64, 9i64, 10i64, 15i64, 23i64] }

-- ==
-- entry: cost
-- input { 1i64 empty([0]i64) empty([0]i64) empty([0]i32) }
-- output { 0i32 }
-- input { 2i64 [0i64] [1i64] [2i32] }
-- output { 2i32 }
-- input { 6i64 [3i64, 3i64, 2i64, 3i64, 0i64, 3i64, 0i64, 4i64, 0i64, 5i64, 2i64, 2i64] [5i64, 0i64, 0i64, 1i64, 2i64, 3i64, 0i64, 4i64, 3i64, 4i64, 4i64, 4i64] [6i32, 6i32, 4i32, 8i32, 3i32, 2i32, 6i32, 4i32, 8i32, 5i32, 4i32, 2i32] }
-- output { 24i32 }
-- input { 10i64 [3i64, 4i64, 1i64, 9i64, 0i64, 6i64, 9i64, 2i64, 5i64, 5i64, 6i64, 7i64, 6i64, 8i64] [0i64, 0i64, 1i64, 8i64, 3i64, 4i64, 4i64, 0i64, 5i64, 2i64, 6i64, 8i64, 9i64, 1i64] [1i32, 9i32, 4i32, 6i32, 3i32, 5i32, 6i32, 2i32, 6i32, 3i32, 7i32, 5i32, 9i32, 5i32] }
-- output { 42i32 }
-- input { 8i64 [4i64, 3i64, 6i64, 4i64, 0i64, 5i64, 6i64, 0i64, 7i64, 5i64, 7i64, 0i64, 5i64, 7i64, 5i64, 5i64, 5i64, 4i64, 6i64, 0i64, 4i64, 4i64, 5i64, 6i64] [6i64, 4i64, 4i64, 5i64, 6i64, 0i64, 2i64, 5i64, 5i64, 4i64, 0i64, 0i64, 4i64, 4i64, 2i64, 2i64, 5i64, 4i64, 1i64, 2i64, 3i64, 3i64, 2i64, 1i64] [8i32, 6i32, 7i32, 5i32, 7i32, 7i32, 1i32, 7i32, 3i32, 4i32, 1i32, 8i32, 9i32, 7i32, 9i32, 4i32, 1i32, 8i32, 9i32, 5i32, 9i32, 6i32, 4i32, 2i32] }
-- output { 21i32 }

module type union_find = {
  -- | Disjoint sets of `n` elements.
  type t [n]
  val create : (n: i64) -> *t [n]
  val union [n] [m] : *t [n] -> [m](i64, i64) -> *t [n]
  val find [n] : t [n] -> i64 -> i64
  val roots [n] : t [n] -> [n]i64
}

module union_find : union_find = {
  type t [n] = {parent: [n]i64}

  def create n = {parent = iota n}

  def find [n] (s: t [n]) (x: i64) : i64 =
    loop x while s.parent[x] != x do s.parent[x]

  local def shorten [n] (s: *t [n]) : *t [n] =
    {parent = loop p = s.parent while or (map2 (!=) p (map (\x -> p[x]) p)) do map (\x -> p[x]) p}

  -- The greater root hangs on the smaller until nothing changes.
  def union [n] [m] (s: *t [n]) (pairs: [m](i64, i64)) : *t [n] =
    let (s, _) =
      loop (s, go) = (s, true) while go do
        let s = shorten s
        let links = pairs
                    |> map (\(a, b) -> (s.parent[a], s.parent[b]))
                    |> map (\(a, b) -> (i64.max a b, i64.min a b))
        let go = any (\(a, b) -> a != b) links
        let (is, vs) = unzip links
        in ({parent = reduce_by_index s.parent i64.min i64.highest is vs}, go)
    in s

  def roots [n] (s: t [n]) : [n]i64 = map (find s) (iota n)
}

type edge = {from: i64, to: i64, weight: i32, id: i64}

def lighter (a: edge) (b: edge) : edge =
  if b.id < 0 then a
  else if a.id < 0 then b
  else if (a.weight < b.weight) || (a.weight == b.weight && a.id < b.id) then a
  else b

-- | Boruvka: each component picks its lightest edge out.
def spanning_tree [m] (n: i64) (edges: [m]edge) : []i64 =
  let none = {from = 0, to = 0, weight = 0, id = -1}
  let (_, taken, _) =
    loop (sets, taken, left) = (union_find.create n, replicate m false, edges)
    while length left > 0 do
      let root = union_find.roots sets
      let inside (e: edge) = root[e.from] == root[e.to]
      let left = filter (\e -> !(inside e)) left
      let best = reduce_by_index (replicate n none) lighter none
                                 (map (.from) left ++ map (.to) left |> map (\v -> root[v]))
                                 (left ++ left)
                 |> filter (\e -> e.id >= 0)
      in ( union_find.union sets (map (\e -> (e.from, e.to)) best)
         , scatter taken (map (.id) best) (rep true)
         , left)
  in filter (\i -> taken[i]) (iota m)

def mk_edges [m] (from: [m]i64) (to: [m]i64) (weight: [m]i32) : [m]edge =
  map4 (\from to weight id -> {from, to, weight, id}) from to weight (iota m)

entry components [m] (n: i64) (from: [m]i64) (to: [m]i64) : [n]i64 =
  union_find.union (union_find.create n) (zip from to) |> union_find.roots

entry tree [m] (n: i64) (from: [m]i64) (to: [m]i64) (weight: [m]i32) : []i64 =
  spanning_tree n (mk_edges from to weight)

entry cost [m] (n: i64) (from: [m]i64) (to: [m]i64) (weight: [m]i32) : i32 =
  i32.sum (map (\i -> weight[i]) (tree n from to weight))
