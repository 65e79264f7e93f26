-- Modules over the real numbers, applied to all floats and handed on.
-- ==
-- input { 3.0 4.0 } output { 5.0 5f32 5f16 0.5 }

module norm (R: real) = {
  type t = R.t
  def two = R.i32 2
  def norm (x: t) (y: t) : t = R.(sqrt (x ** two + y ** two))
  def half : t = R.from_fraction 1 2
}
module again (R: real) = { module n = norm R def norm = n.norm def half = n.half }

module d = norm f64
module s = again f32
module h = again f16

def main (x: f64) (y: f64) : (f64, f32, f16, f64) =
  (d.norm x y, s.norm (f32.f64 x) (f32.f64 y), h.norm (f16.f64 x) (f16.f64 y), d.half)
