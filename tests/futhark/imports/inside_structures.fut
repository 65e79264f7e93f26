-- Imports within modules and parametric modules.
-- ==
-- input { 4.0 } output { 2.0 3.0 }

module m = { import "lib/inner/scalar" def r (x: f64) = root x }
module n (P: { val x : f64 }) = { module s = import "lib/inner/scalar" def r (x: f64) = s.root x + P.x }
module one = n { def x = 1f64 }

def main (x: f64) : (f64, f64) = (m.r x, one.r x)
