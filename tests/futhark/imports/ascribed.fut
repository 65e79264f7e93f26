-- A file seen as a module type says.
-- ==
-- input { 25.0 } output { 5.0 }

module scalar : { val root : f64 -> f64 } = import "lib/inner/scalar"
def main (x: f64) : f64 = scalar.root x
