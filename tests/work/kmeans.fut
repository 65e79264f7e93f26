-- sizes: 8
-- The clusters of the example, of points on a curve.
module clusters = import "../../examples/kmeans/kmeans"

entry main (n: i64) : ([3][4]f32, [n]i32, f64) =
  let points = tabulate_2d n 4 (\i j -> f32.i64 (i * (j + 3) % 17))
  in clusters.main points (take 3 (points ++ replicate 3 (replicate 4 1)) :> [3][4]f32) 2
