-- Module types made of others, also nested.
-- ==
-- input { 2 } output { 12 }

module type one = { type t val make : i32 -> t }
module type two = { include one val read : t -> i32 module inner : one }

module m : two = {
  type t = (i32, i32)
  def make (x: i32) : t = (x, x)
  def read ((a, b): t) : i32 = a + b
  module inner = { type t = i32 def make (x: i32) = x + 1 }
}

module type with_i32 = two with inner.t = i32
module n : with_i32 = { open m module inner = { type t = i32 def make (x: i32) = x * 3 + 2 } }

def main (x: i32) : i32 = n.read (n.make x) + n.inner.make x
