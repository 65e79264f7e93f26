-- `local import`, and names of the file hidden by later ones.
-- ==
-- input { 16.0 } output { 4.0 17.0 }

local import "lib/inner/scalar"
def before (x: f64) : f64 = root x
def root (x: f64) : f64 = x + 1
def main (x: f64) : (f64, f64) = (before x, root x)
