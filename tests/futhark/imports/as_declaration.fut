-- `import` brings what a file exports into scope.
-- ==
-- input { 3.0 4.0 } output { 5.0 }

import "lib/vector"

def main (x: f64) (y: f64) : f64 = length (vector x y)
