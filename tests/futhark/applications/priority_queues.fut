-- Heaps as an abstract type with a size, updated in place; sorting and shortest paths with them.
-- ==
-- entry: sorted
-- input { empty([0]i32) }
-- output { empty([0]i32) }
-- input { [1i32] }
-- output { [1i32] }
-- input { [3i32, 1i32, 2i32] }
-- output { [1i32, 2i32, 3i32] }
-- input { [40i32, -2i32, -1i32, -30i32, 26i32, 26i32, -17i32, 44i32, -12i32, 13i32, -18i32, 3i32, -48i32, -10i32, -11i32, 12i32, -14i32, -32i32, 11i32, -47i32, -35i32, 34i32, 29i32, 6i32, -19i32, -13i32, -45i32, 50i32, -33i32, 0i32, -49i32] }
-- output { [-49i32, -48i32, -47i32, -45i32, -35i32, -33i32, -32i32, -30i32, -19i32, -18i32, -17i32, -14i32, -13i32, -12i32, -11i32, -10i32, -2i32, -1i32, 0i32, 3i32, 6i32, 11i32, 12i32, 13i32, 26i32, 26i32, 29i32, 34i32, 40i32, 44i32, 50i32] }

-- ==
-- entry: distances
-- input { 1i64 empty([0]i64) empty([0]i64) empty([0]i64) }
-- output { [0i64] }
-- input { 2i64 [0i64] [1i64] [5i64] }
-- output { [0i64, 5i64] }
-- input { 6i64 [1i64, 2i64, 1i64, 1i64, 2i64, 5i64, 1i64, 5i64, 4i64, 5i64, 1i64, 4i64] [5i64, 2i64, 4i64, 2i64, 5i64, 5i64, 4i64, 3i64, 4i64, 0i64, 4i64, 5i64] [8i64, 9i64, 3i64, 8i64, 2i64, 7i64, 9i64, 5i64, 5i64, 4i64, 8i64, 3i64] }
-- output { [0i64, -1i64, -1i64, -1i64, -1i64, -1i64] }
-- input { 10i64 [3i64, 7i64, 0i64, 5i64, 3i64, 6i64, 6i64, 9i64, 5i64, 6i64, 1i64, 0i64, 1i64, 8i64, 5i64, 6i64, 5i64, 2i64, 9i64, 2i64, 5i64, 1i64, 2i64, 6i64, 7i64] [2i64, 3i64, 2i64, 2i64, 8i64, 7i64, 9i64, 3i64, 0i64, 4i64, 8i64, 8i64, 4i64, 5i64, 2i64, 9i64, 7i64, 9i64, 7i64, 9i64, 0i64, 5i64, 5i64, 6i64, 4i64] [1i64, 3i64, 2i64, 8i64, 1i64, 6i64, 2i64, 4i64, 6i64, 7i64, 6i64, 5i64, 9i64, 5i64, 7i64, 9i64, 3i64, 7i64, 4i64, 2i64, 7i64, 9i64, 7i64, 4i64, 8i64] }
-- output { [0i64, -1i64, 2i64, 8i64, 16i64, 9i64, -1i64, 8i64, 5i64, 4i64] }

-- ==
-- entry: smallest
-- input { 0i64 empty([0]i32) }
-- output { empty([0]i32) }
-- input { 1i64 [4i32, 2i32] }
-- output { [2i32] }
-- input { 3i64 [9i32, 8i32, 7i32, 1i32, 2i32] }
-- output { [1i32, 2i32, 7i32] }
-- input { 2i64 [1i32] }
-- error: ssert

module type ordered = {
  type t
  val <= : t -> t -> bool
  val blank : t
}

module type priority_queue = {
  type elem
  type queue [n]
  val empty : (n: i64) -> *queue [n]
  val size [n] : queue [n] -> i64
  val push [n] : elem -> *queue [n] -> *queue [n]
  val pop [n] : *queue [n] -> (elem, *queue [n])
}

module mk_heap (O: ordered) : priority_queue with elem = O.t = {
  type elem = O.t
  type queue [n] = {heap: [n]elem, count: i64}

  def empty n : *queue [n] = {heap = replicate n O.blank, count = 0}
  def size [n] (q: queue [n]) = q.count

  local def swap [n] (i: i64) (j: i64) (h: *[n]elem) : *[n]elem =
    let (x, y) = (copy h[i], copy h[j])
    in h with [i] = y with [j] = x

  def push [n] (x: elem) (q: *queue [n]) : *queue [n] =
    let count = assert (q.count < n) q.count
    let heap = q.heap with [count] = x
    let (heap, _) =
      loop (heap, i) = (heap, count) while i > 0 && !(heap[(i - 1) / 2] O.<= heap[i]) do
        let up = (i - 1) / 2
        in (swap i up heap, up)
    in {heap, count = count + 1}

  def pop [n] (q: *queue [n]) : (elem, *queue [n]) =
    let count = assert (q.count > 0) (q.count - 1)
    let top = copy q.heap[0]
    let heap = swap 0 count q.heap
    let least (h: [n]elem) i =
      let better a b = if b < count && !(h[a] O.<= h[b]) then b else a
      in better (better i (2 * i + 1)) (2 * i + 2)
    let (heap, _, _) =
      loop (heap, i, go) = (heap, 0, true) while go do
        let j = least heap i
        in if i == j then (heap, i, false) else (swap i j heap, j, true)
    in (top, {heap, count})
}

module ints = mk_heap { type t = i32 def (<=) = (i32.<=) def blank = 0i32 }
module edges = mk_heap {
  type t = {cost: i64, node: i64}
  def (a: t) <= (b: t) = a.cost < b.cost || (a.cost == b.cost && a.node i64.<= b.node)
  def blank : t = {cost = 0, node = 0}
}

def heap_sort [n] (xs: [n]i32) : [n]i32 =
  let q = loop q = ints.empty n for x in xs do ints.push x q
  let (out, _) =
    loop (out, q) = (replicate n 0, q) for i < n do
      let (x, q) = ints.pop q
      in (out with [i] = x, q)
  in out

def dijkstra [n][m] (from: [m]i64) (to: [m]i64) (cost: [m]i64) (source: i64) : [n]i64 =
  let far = i64.highest
  let dist = replicate n far with [source] = 0
  let start = edges.push {cost = 0, node = source} (edges.empty (m + 1))
  let (dist, _) =
    loop (dist, q) = (dist, start) while edges.size q > 0 do
      let ({cost = d, node}, q) = edges.pop q
      in if d > dist[node] then (dist, q) else
      loop (dist, q) for e < m do
        if from[e] != node || d + cost[e] >= dist[to[e]] then (dist, q)
        else (dist with [to[e]] = d + cost[e], edges.push {cost = d + cost[e], node = to[e]} q)
  in map (\d -> if d == far then -1 else d) dist

entry sorted [n] (xs: [n]i32) : [n]i32 = heap_sort xs
entry distances [m] (n: i64) (from: [m]i64) (to: [m]i64) (cost: [m]i64) : [n]i64 = dijkstra from to cost 0
entry smallest [n] (k: i64) (xs: [n]i32) : [k]i32 =
  let q = loop q = ints.empty n for x in xs do q |> ints.push x
  let (out, _) = loop (out, q) = (replicate k 0, q) for i < k do
    let (x, q) = ints.pop q in (out with [i] = x, q)
  in out
