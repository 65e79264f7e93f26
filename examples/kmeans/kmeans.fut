-- k-means: groups points into k clusters. Every point belongs to the nearest of k centres, and every centre moves to
-- the mean of the points that belong to it; this is repeated a given number of times.
--
-- The data of the test are 1,797 handwritten digits of 8 by 8 pixels. The first ten of them show 0, 1, .. 9 and are the
-- centres to start from. What must come out was computed with NumPy: see expected.py.
-- ==
-- "handwritten digits" compiled input @ digits.in.gz output @ digits.out
-- "two clusters on a line"
-- input { [[0f32], [1f32], [10f32], [11f32], [12f32]] [[0f32], [1f32]] 5i32 }
-- output { [[0.5f32], [11f32]] [0i32, 0i32, 1i32, 1i32, 1i32] 2.5f64 }
-- "a centre without points stays where it is"
-- input { [[1f32, 2f32], [3f32, 4f32]] [[2f32, 2f32], [50f32, 60f32]] 3i32 }
-- output { [[2f32, 3f32], [50f32, 60f32]] [0i32, 0i32] 4f64 }
-- "of two centres equally near, the first"
-- input { [[5f32], [6f32]] [[10f32], [0f32], [10f32]] 0i32 }
-- output { [[10f32], [0f32], [10f32]] [0i32, 0i32] 41f64 }
-- "no iterations"
-- input { [[1f32], [8f32]] [[0f32], [9f32]] 0i32 }
-- output { [[0f32], [9f32]] [0i32, 1i32] 2f64 }
-- "no points"
-- input { empty([0][2]f32) [[1f32, 2f32]] 4i32 }
-- output { [[1f32, 2f32]] empty([0]i32) 0f64 }

-- The square of the distance between two points: nearest means nearest by it as well, and it needs no root.
def distance [d] (a: [d]f32) (b: [d]f32) : f32 =
  f32.sum (map2 (\x y -> (x - y) * (x - y)) a b)

-- Which centre is nearest, and the square of its distance. Of equally near ones it is the first.
def nearest [k] [d] (centres: [k][d]f32) (point: [d]f32) : (i32, f32) =
  let closer (i, x) (j, y) = if x < y || (x == y && i < j) then (i, x) else (j, y)
  in reduce_comm closer (i32.highest, f32.inf) (zip (map i32.i64 (iota k)) (map (distance point) centres))

-- The mean of the points of each cluster. `reduce_by_index` adds each point to the sum of its own cluster, all points
-- in parallel. A cluster without points keeps its centre, as there is no mean.
def means [n] [k] [d] (points: [n][d]f32) (centres: [k][d]f32) (members: [n]i32) : [k][d]f32 =
  let at = map i64.i32 members
  let counts = hist (+) 0i32 k at (replicate n 1)
  let sums = reduce_by_index (replicate k (replicate d 0)) (map2 (+)) (replicate d 0) at points
  let mean centre sum count = if count == 0 then centre else map (/ f32.i32 count) sum
  in map3 mean centres sums counts

-- The centres after these iterations, the number of the centre that each point is nearest to, and the sum of the
-- squares of these distances, which says how tight the clusters are.
entry main [n] [k] [d] (points: [n][d]f32) (initial: [k][d]f32) (iterations: i32) : ([k][d]f32, [n]i32, f64) =
  let centres =
    loop centres = initial for _i < iterations do
      means points centres (map (\point -> (nearest centres point).0) points)
  let (members, distances) = unzip (map (nearest centres) points)
  in (centres, members, f64.sum (map f64.f32 distances))
