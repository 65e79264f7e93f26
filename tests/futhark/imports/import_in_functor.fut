-- `import` and `open import` inside of structures and functors.
-- ==
-- entry: main
-- input { 3f64 } output { 9f64 18f64 }

module sq (x: {val k : f64}) = {
  open import "lib/shapes"
  def make (w: f64) : shape = mk w (w * x.k)
}

module one = sq {def k = 1f64}
module two = sq {def k = 2f64}

entry main (w: f64) : (f64, f64) = (one.area (one.make w), one.area (two.make w))
