-- Operators as members of module types, used infix through the parameter of a functor.
-- ==
-- entry: main
-- input { 3i32 4i32 } output { 19i32 49i32 true }
-- input { 0i32 0i32 } output { 0i32 0i32 true }

-- ==
-- entry: floats
-- input { 1.5f64 2f64 } output { 6.5f64 12.25f64 }

module type ring = {
  type t
  val + : t -> t -> t
  val (*) : t -> t -> t
  val == : t -> t -> bool
}
module square (r: ring) = {
  def norm (a: r.t) (b: r.t) : r.t = r.(a * b + a) r.+ b
  def sum (a: r.t) (b: r.t) : r.t = let open_ = a r.+ b in open_ r.* open_
  def same (a: r.t) : bool = r.(a + a == a + a)
}
module si = square i32
module sf = square f64
entry main (a: i32) (b: i32) : (i32, i32, bool) = (si.norm a b, si.sum a b, si.same a)
entry floats (a: f64) (b: f64) : (f64, f64) = (sf.norm a b, sf.sum a b)
