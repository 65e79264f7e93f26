-- One step of k-means: every point goes to its nearest centre, every centre to the mean of its points.

def distance [d] (a: [d]f32) (b: [d]f32) : f32 =
  reduce (+) 0 (map2 (\x y -> (x - y) * (x - y)) a b)

def nearest [k] [d] (centres: [k][d]f32) (point: [d]f32) : i64 =
  let (_, at) =
    loop (best, at) = (f32.inf, 0) for i < k do
      let here = distance centres[i] point
      in if here < best then (here, i) else (best, at)
  in at

entry kmeans_step [n] [k] [d] (points: [n][d]f32) (centres: [k][d]f32) : [k][d]f32 =
  let members = map (nearest centres) points
  let counts = hist (+) 0i32 k members (replicate n 1)
  let sums = reduce_by_index (replicate k (replicate d 0)) (map2 (+)) (replicate d 0) members points
  in map2 (\sum count -> map (\x -> x / f32.i32 (i32.max 1 count)) sum) sums counts
