-- k-means clustering: nearest centres by a reduction, new centres by histograms of vectors and counts, until nothing
-- moves.
-- ==
-- entry: cluster
-- input { [[0f64, 0], [0, 2], [10, 10], [10, 12]] [[0f64, 0], [10, 10]] } output { [[0f64, 1], [10, 11]] [0i64, 0, 1, 1] 2i32 }
-- input { [[1f64], [2], [3]] [[0f64]] } output { [[2f64]] [0i64, 0, 0] 2i32 }
-- input { [[1f64], [2]] [[1.5f64], [100]] } output { [[1.5f64], [100]] [0i64, 0] 1i32 }
-- input { empty([0][1]f64) [[3f64]] } output { [[3f64]] empty([0]i64) 1i32 }

-- ==
-- entry: assign
-- input { [[1f64, 1]] [[0f64, 0], [2, 2], [1, 1]] } output { [2i64] }

def square (x: f64) : f64 = x * x

def distance [d] (a: [d]f64) (b: [d]f64) : f64 = map2 (\x y -> square (x - y)) a b |> f64.sum

def nearest [k][d] (centres: [k][d]f64) (point: [d]f64) : i64 =
  let closer (da, a) (db, b) = if da < db || da == db && a < b then (da, a) else (db, b)
  in map (distance point) centres
     |> (\distances -> zip distances (iota k))
     |> reduce closer (f64.inf, i64.highest)
     |> (.1)

entry assign [n][k][d] (points: [n][d]f64) (centres: [k][d]f64) : [n]i64 =
  map (nearest centres) points

def move [n][k][d] (points: [n][d]f64) (centres: [k][d]f64) (labels: [n]i64) : [k][d]f64 =
  let sums = reduce_by_index (replicate k (replicate d 0)) (map2 (+)) (replicate d 0) labels points
  let counts = hist (+) 0 k labels (replicate n 1)
  let centre old sum (count: i64) = if count == 0 then old else map (/ f64.i64 count) sum
  in map3 centre centres sums counts

entry cluster [n][k][d] (points: [n][d]f64) (centres: [k][d]f64) : ([k][d]f64, [n]i64, i32) =
  let (centres, moved, rounds) =
    loop (centres, moved, rounds) = (centres, true, 0)
    while moved && rounds < 100 do
      let new = move points centres (assign points centres)
      let far = map2 distance centres new |> f64.sum
      in (new, far > 0, rounds + 1)
  in (centres, assign points centres, if moved then -1 else rounds)
