-- A user's own type as a number: complex numbers over any real type.
-- ==
-- input { 0.0 1.0 } output { -1.0 0.0 }

module type ring = { type t val + : t -> t -> t val * : t -> t -> t val i32 : i32 -> t }
module complex (R: real) = {
  type t = {re: R.t, im: R.t}
  def i32 (x: i32) : t = {re = R.i32 x, im = R.i32 0}
  def (+) (a: t) (b: t) : t = {re = a.re R.+ b.re, im = a.im R.+ b.im}
  def (*) (a: t) (b: t) : t =
    {re = (a.re R.* b.re) R.- (a.im R.* b.im), im = (a.re R.* b.im) R.+ (a.im R.* b.re)}
}
module square (N: ring) = { def f (x: N.t) : N.t = x N.* x }
module c = complex f64
module s = square c

def main (re: f64) (im: f64) : (f64, f64) = let z = s.f {re, im} in (z.re, z.im)
