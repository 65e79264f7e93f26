-- A binary heap in a record that functions consume; shortest paths with it, a merge of sorted runs, the best k of many.

-- ==
-- entry: dijkstra
-- input { 9i64 [0i64, 0i64, 0i64, 0i64, 0i64, 1i64, 1i64, 1i64, 2i64, 2i64, 4i64, 5i64, 5i64, 5i64, 5i64, 5i64, 5i64, 6i64, 6i64, 7i64] [2i64, 3i64, 5i64, 6i64, 7i64, 1i64, 3i64, 4i64, 3i64, 4i64, 5i64, 0i64, 0i64, 0i64, 1i64, 5i64, 6i64, 1i64, 4i64, 2i64] [7.0f32, 13.0f32, 1.0f32, 8.0f32, 12.0f32, 10.0f32, 8.0f32, 7.0f32, 11.0f32, 10.0f32, 1.0f32, 9.0f32, 12.0f32, 14.0f32, 19.0f32, 6.0f32, 5.0f32, 17.0f32, 17.0f32, 14.0f32] 0i64 }
-- output { [0.0f32, 20.0f32, 7.0f32, 13.0f32, 17.0f32, 1.0f32, 6.0f32, 12.0f32, f32.inf] }
-- input { 9i64 [0i64, 0i64, 0i64, 0i64, 0i64, 1i64, 1i64, 1i64, 2i64, 2i64, 4i64, 5i64, 5i64, 5i64, 5i64, 5i64, 5i64, 6i64, 6i64, 7i64] [2i64, 3i64, 5i64, 6i64, 7i64, 1i64, 3i64, 4i64, 3i64, 4i64, 5i64, 0i64, 0i64, 0i64, 1i64, 5i64, 6i64, 1i64, 4i64, 2i64] [7.0f32, 13.0f32, 1.0f32, 8.0f32, 12.0f32, 10.0f32, 8.0f32, 7.0f32, 11.0f32, 10.0f32, 1.0f32, 9.0f32, 12.0f32, 14.0f32, 19.0f32, 6.0f32, 5.0f32, 17.0f32, 17.0f32, 14.0f32] 5i64 }
-- output { [9.0f32, 19.0f32, 16.0f32, 22.0f32, 22.0f32, 0.0f32, 5.0f32, 21.0f32, f32.inf] }
-- input { 9i64 [0i64, 0i64, 0i64, 0i64, 0i64, 1i64, 1i64, 1i64, 2i64, 2i64, 4i64, 5i64, 5i64, 5i64, 5i64, 5i64, 5i64, 6i64, 6i64, 7i64] [2i64, 3i64, 5i64, 6i64, 7i64, 1i64, 3i64, 4i64, 3i64, 4i64, 5i64, 0i64, 0i64, 0i64, 1i64, 5i64, 6i64, 1i64, 4i64, 2i64] [7.0f32, 13.0f32, 1.0f32, 8.0f32, 12.0f32, 10.0f32, 8.0f32, 7.0f32, 11.0f32, 10.0f32, 1.0f32, 9.0f32, 12.0f32, 14.0f32, 19.0f32, 6.0f32, 5.0f32, 17.0f32, 17.0f32, 14.0f32] 8i64 }
-- output { [f32.inf, f32.inf, f32.inf, f32.inf, f32.inf, f32.inf, f32.inf, f32.inf, 0.0f32] }

-- ==
-- entry: smallest
-- input { 5i64 [9i32, 45i32, -16i32, 10i32, 31i32, -44i32, 43i32, -25i32, -11i32, -17i32, -41i32, 45i32, 41i32, 12i32, -48i32, 29i32, 22i32, 17i32, 37i32, -33i32] } output { [-48i32, -44i32, -41i32, -33i32, -25i32] }
-- input { 5i64 [3i32, 2] } output { [2i32, 3] }
-- input { 0i64 [3i32, 2] } output { empty([0]i32) }

-- ==
-- entry: merge
-- input { [[12i32, 15i32, 18i32, 23i32, 26i32], [4i32, 5i32, 6i32, 8i32, 12i32], [1i32, 3i32, 6i32, 21i32, 29i32], [9i32, 17i32, 25i32, 26i32, 28i32]] } output { [1i32, 3i32, 4i32, 5i32, 6i32, 6i32, 8i32, 9i32, 12i32, 12i32, 15i32, 17i32, 18i32, 21i32, 23i32, 25i32, 26i32, 26i32, 28i32, 29i32] }
-- input { empty([2][0]i32) } output { empty([0]i32) }
-- input { empty([0][2]i32) } output { empty([0]i32) }

module heap : {
  type heap [n] 'p 'v
  val make [n] 'p 'v : *[n]p -> *[n]v -> *heap [n] p v
  val size [n] 'p 'v : heap [n] p v -> i64
  val push [n] 'p 'v : (p -> p -> bool) -> p -> v -> *heap [n] p v -> *heap [n] p v
  val top [n] 'p 'v : heap [n] p v -> (p, v)
  val pop [n] 'p 'v : (p -> p -> bool) -> *heap [n] p v -> *heap [n] p v
} = {
  type heap [n] 'p 'v = {keys: [n]p, values: [n]v, size: i64}

  def make [n] 'p 'v (keys: *[n]p) (values: *[n]v) : *heap [n] p v = {keys, values, size = 0}
  def size [n] 'p 'v (h: heap [n] p v) = h.size

  def swap [n] 'a (i: i64) (j: i64) (xs: *[n]a) : *[n]a =
    let x = copy xs[i]
    let y = copy xs[j]
    in xs with [i] = y with [j] = x

  def push [n] 'p 'v (less: p -> p -> bool) (p: p) (v: v) (h: *heap [n] p v) : *heap [n] p v =
    let {keys, values, size} = h
    let keys = keys with [size] = p
    let values = values with [size] = v
    let (keys, values, _) =
      loop (keys, values, i) = (keys, values, size)
      while i > 0 && less keys[i] keys[(i - 1) / 2] do
        let j = (i - 1) / 2
        in (swap i j keys, swap i j values, j)
    in {keys, values, size = size + 1}

  def top [n] 'p 'v (h: heap [n] p v) : (p, v) = (h.keys[0], h.values[0])

  def pop [n] 'p 'v (less: p -> p -> bool) (h: *heap [n] p v) : *heap [n] p v =
    let {keys, values, size} = h
    let last = size - 1
    let keys = swap 0 last keys
    let values = swap 0 last values
    let smallest (keys: [n]p) i =
      let better j k = if j < last && (keys[j] `less` keys[k]) then j else k
      in i |> better (2 * i + 1) |> better (2 * i + 2)
    let (keys, values, _, _) =
      loop (keys, values, i, more) = (keys, values, 0, true) while more do
        let j = smallest keys i
        in if j == i then (keys, values, i, false)
           else (swap i j keys, swap i j values, j, true)
    in {keys, values, size = last}
}

-- | Distances from a node; the graph is a list of arcs, sorted by where they begin.
entry dijkstra [m] (n: i64) (from: [m]i64) (to: [m]i64) (cost: [m]f32) (source: i64) : [n]f32 =
  let counts = hist (+) 0 n from (map (const 1i64) from)
  let starts = exscan (+) 0 counts
  let q = heap.push (<) 0 source (heap.make (replicate (m + 1) 0f32) (replicate (m + 1) 0i64))
  let (dist, _) =
    loop (dist, q) = (replicate n f32.inf with [source] = 0, q)
    while heap.size q > 0 do
      let (d, v) = heap.top q
      let q = heap.pop (<) q
      in if d > dist[v] then (dist, q)
         else loop (dist, q) for k < counts[v] do
                let e = starts[v] + k
                let (w, d') = (to[e], d + cost[e])
                in if d' < dist[w]
                   then (dist with [w] = d', heap.push (<) d' w q)
                   else (dist, q)
  in dist

entry smallest [n] (k: i64) (xs: [n]i32) : []i32 =
  let h = loop h = heap.make (replicate (k + 1) 0) (replicate (k + 1) false) for x in xs do
            let h = heap.push (>) x true h
            in if heap.size h > k then heap.pop (>) h else h
  let (out, _) =
    loop (out, h) = ([], h) while heap.size h > 0 do
      let x = (heap.top h).0
      in ([x] ++ out, heap.pop (>) h)
  in out

entry merge [k][n] (runs: [k][n]i32) : [k * n]i32 =
  let less (a: {x: i32, run: i64}) (b: {x: i32, run: i64}) = a.x < b.x || (a.x == b.x && a.run < b.run)
  let empty = heap.make (replicate k {x = 0, run = 0}) (replicate k 0i64)
  let h = if n == 0 then empty
          else loop h = empty for r < k do heap.push less {x = runs[r, 0], run = r} 0 h
  let (out, _, _) =
    loop (out, h, at) = (replicate (k * n) 0, h, 0) while heap.size h > 0 do
      let ({x, run}, i) = heap.top h
      let h = heap.pop less h
      let h = if i + 1 < n then heap.push less {x = runs[run, i + 1], run} (i + 1) h else h
      in (out with [at] = x, h, at + 1)
  in out
