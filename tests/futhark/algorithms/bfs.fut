-- Breadth-first search over a graph in compressed rows: a frontier whose size changes in every round, and the
-- connected components by hooking to the least label.
-- ==
-- entry: distances
-- input { [0i64, 2, 3, 4, 4] [1i64, 2, 3, 3] 0i64 } output { [0i32, 1, 1, 2] }
-- input { [0i64, 2, 3, 4, 4] [1i64, 2, 3, 3] 3i64 } output { [-1i32, -1, -1, 0] }
-- input { [0i64, 0] empty([0]i64) 0i64 } output { [0i32] }
-- input { [0i64, 1, 2, 3, 4, 5] [1i64, 2, 3, 4, 0] 2i64 } output { [3i32, 4, 0, 1, 2] }

-- ==
-- entry: components
-- input { 6i64 [0i64, 1, 4] [1i64, 2, 5] } output { [0i64, 0, 0, 3, 4, 4] 3i64 }
-- input { 3i64 empty([0]i64) empty([0]i64) } output { [0i64, 1, 2] 3i64 }
-- input { 0i64 empty([0]i64) empty([0]i64) } output { empty([0]i64) 0i64 }

-- All targets of the nodes of a frontier, in one array.
def targets [n][m] (starts: [n]i64) (edges: [m]i64) (frontier: []i64) : []i64 =
  let [f] (frontier: [f]i64) = frontier
  let degrees = map (\v -> starts[v + 1] - starts[v]) frontier
  let ends = scan (+) 0 degrees
  let total = if f == 0 then 0 else ends[f - 1]
  let owner i =
    let (low, _) =
      loop (low, high) = (0, f)
      while low < high do
        let middle = (low + high) / 2
        in if ends[middle] > i then (low, middle) else (middle + 1, high)
    in low
  let target i =
    let o = owner i
    in edges[starts[frontier[o]] + i - (ends[o] - degrees[o])]
  in tabulate total target

entry distances [k][m] (starts: [k]i64) (edges: [m]i64) (source: i64) : []i32 =
  let n = k - 1
  let (levels, _, _) =
    loop (levels, frontier, level) = (replicate n (-1) with [source] = 0, [source], 1i32)
    while !(null frontier) do
      let new = targets starts edges frontier |> filter (\v -> levels[v] < 0)
      let marks = scatter (replicate n false) new (map (const true) new)
      let levels = map2 (\old mark -> if mark then level else old) levels marks
      in (levels, filter (\v -> marks[v]) (iota n), level + 1)
  in levels

entry components [m] (n: i64) (a: [m]i64) (b: [m]i64) : ([n]i64, i64) =
  let (labels, _) =
    loop (labels, changed) = (iota n, true)
    while changed do
      let low = map2 (\x y -> i64.min labels[x] labels[y]) a b
      let new = reduce_by_index (copy labels) i64.min i64.highest (a ++ b) (low ++ low)
      in (new, or (map2 (!=) new labels))
  let roots = map2 (==) labels (iota n) |> map i64.bool |> i64.sum
  in (labels, roots)
