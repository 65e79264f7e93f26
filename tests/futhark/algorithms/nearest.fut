-- The k nearest neighbours of a query: repeated selection of the least by a reduction over (distance, index) pairs
-- with an in-place removal, and a vote of the neighbours' labels.
-- ==
-- entry: nearest
-- input { [[0f32, 0], [1f32, 1], [5f32, 5], [0.5f32, 0]] [0f32, 0] 3i64 } output { [0i64, 3, 1] [0f32, 0.25, 2] }
-- input { [[0f32, 0], [1f32, 1], [0f32, 0]] [0f32, 0] 2i64 } output { [0i64, 2] [0f32, 0] }
-- input { [[0f32, 0]] [3f32, 4] 1i64 } output { [0i64] [25f32] }
-- input { [[0f32, 0]] [3f32, 4] 0i64 } output { empty([0]i64) empty([0]f32) }
-- input { empty([0][2]f32) [3f32, 4] 1i64 } output { [-1i64] [f32.inf] }

-- ==
-- entry: classify
-- input { [[0f32], [1f32], [2f32], [10f32]] [0i64, 1, 1, 2] [0.9f32] 3i64 3i64 } output { 1i64 }
-- input { [[0f32], [1f32], [2f32], [10f32]] [0i64, 1, 1, 2] [9f32] 1i64 3i64 } output { 2i64 }
-- input { [[0f32], [1f32], [2f32], [10f32]] [0i64, 1, 1, 2] [0f32] 1i64 3i64 } output { 0i64 }

type candidate = (f32, i64)

def closer ((da, ia): candidate) ((db, ib): candidate) : candidate =
  if da < db || da == db && ia >= 0 && (ib < 0 || ia < ib) then (da, ia) else (db, ib)

def distance [d] (a: [d]f32) (b: [d]f32) : f32 = map2 (-) a b |> map (\x -> x * x) |> f32.sum

entry nearest [n][d] (points: [n][d]f32) (query: [d]f32) (k: i64) : ([k]i64, [k]f32) =
  let start = map (distance query) points
  let (_, chosen, distances) =
    loop (left, chosen, distances) = (start, replicate k (-1), replicate k f32.inf)
    for i < k do
      let (distance, index) = reduce closer (f32.inf, -1) (zip left (iota n))
      let left = scatter (copy left) [index] [f32.inf]
      let chosen[i] = index
      let distances[i] = distance
      in (left, chosen, distances)
  in (chosen, distances)

entry classify [n][d] (points: [n][d]f32) (labels: [n]i64) (query: [d]f32) (k: i64) (classes: i64) : i64 =
  let (chosen, _) = nearest points query k
  let votes = hist (+) 0 classes (map (\i -> labels[i]) chosen) (rep 1i32)
  let more (va, a) (vb, b) = if va > vb || va == vb && a <= b then (va, a) else (vb, b)
  in (reduce more (-1i32, i64.highest) (zip votes (iota classes))).1
