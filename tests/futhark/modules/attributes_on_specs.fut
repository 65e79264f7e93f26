-- Specifications may carry attributes and comments.
-- ==
-- input { 3 } output { 4 }

module type next = {
  #[inline]
  val f : i32 -> i32
  -- | A type.
  #[some(attribute)]
  type t
  #[noinline] val g : t -> t
}

module m : next = { def f (x: i32) = x + 1 type t = bool def g (x: bool) = x }

def main (x: i32) : i32 = m.f x
