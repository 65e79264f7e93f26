-- sizes: 8
-- The clusters of the example, of points on a curve; numbers of clusters and dimensions that grow with that of points.
module clusters = import "../../examples/kmeans/kmeans"

entry main (n: i64) : ([][]f32, [n]i32, f64) =
  let k = 2 + n / 16
  let d = 3 + n / 32
  let points = tabulate_2d n d (\i j -> f32.i64 (i * (j + 3) % 17))
  in clusters.main points (tabulate_2d k d (\i j -> f32.i64 (i * 5 + j))) 2
