-- An abstract type that comes by several paths of imports is one type.
-- ==
-- entry: main
-- input { 2f64 3f64 } output { 12f64 2f64 }

module one = import "lib/deep/a/one"
module two = import "lib/deep/b/../b/two"
import "lib/shapes"

entry main (w: f64) (h: f64) : (f64, f64) = (one.area_twice (mk w h), one.area_twice two.unit)
