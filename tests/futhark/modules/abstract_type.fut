-- A type that its module hides, and what works on it.
-- ==
-- input { 3 } output { 8 }

module type counter = {
  type t
  val start : i32 -> t
  val next : t -> t
  val read : t -> i32
}

module by_five : counter = {
  type t = {count: i32, step: i32}
  def start (x: i32) : t = {count = x, step = 5}
  def helper (x: i32) (y: i32) = x + y
  def next (c: t) : t = c with count = helper c.count c.step
  def read (c: t) : i32 = c.count
}

def main (x: i32) : i32 = by_five.read (by_five.next (by_five.start x))
