-- A file is a module.
-- ==
-- input { 3.0 4.0 } output { 10.0 }

module v = import "lib/vector"

def main (x: f64) (y: f64) : f64 = v.length (v.scale 2 {x, y})
