-- Operators in module types, with and without parentheses.
-- ==
-- input { 3 4 } output { 7 true 81 }

module type group = {
  type t
  val (+) : t -> t -> t
  val - : t -> t -> t
  val ** : t -> i32 -> t
  val < : t -> t -> bool
  val of : i32 -> t
  val to : t -> i32
}

module ints : group = {
  type t = i32
  def (+) (x: t) (y: t) : t = x i32.+ y
  def (-) (x: t) (y: t) : t = x i32.- y
  def (**) (x: t) (n: i32) : t = x i32.** n
  def (<) (x: t) (y: t) : bool = x i32.< y
  def of (x: i32) : t = x
  def to (x: t) : i32 = x
}

def main (a: i32) (b: i32) : (i32, bool, i32) =
  let (x, y) = (ints.of a, ints.of b)
  in ints.((to (x + y), x < y, to ((x - of 0) ** b)))
