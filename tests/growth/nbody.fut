-- sizes: 6
-- Two steps of bodies that attract each other.
import "../futhark/applications/nbody_modules"

entry main (n: i64) : ([n]f64, [n]f64, [n]f64) =
  simulate 2 (tabulate_2d n 7 (\i j -> f64.i64 (i * (j + 2) % 13 + 1)))
