-- `open import` hands on what the file exports; a plain `import` does not.
-- ==
-- input { 9.0 } output { 3.0 1.0 }

module m = import "lib/passes_on"
def vector = 1.0f64

def main (x: f64) : (f64, f64) = (m.root x, m.unit.x * vector)
