-- A parametric module and two applications of it.
-- ==
-- input { [1, 2, 3, 4] } output { 10 24 }

module type monoid = {
  type t
  val neutral : t
  val combine : t -> t -> t
}

module fold (M: monoid) = {
  def all [n] (xs: [n]M.t) : M.t = reduce M.combine M.neutral xs
}

module sum = fold { type t = i32 def neutral = 0i32 def combine (a: i32) b = a + b }
module product = fold { type t = i32 def neutral = 1i32 def combine = (i32.*) }

def main (xs: []i32) = (sum.all xs, product.all xs)
