-- A functor whose parameter has a lifted type: functions go through an abstract type.
-- ==
-- entry: main
-- input { 3i32 } output { 7i32 64i32 }

module type fn = {
  type^ t
  val lift : (i32 -> i32) -> t
  val run : t -> i32 -> i32
}

module direct : fn = {
  type^ t = i32 -> i32
  def lift f = f
  def run f x = f x
}

module with_count : fn = {
  type^ t = (i32 -> i32, i32)
  def lift f = (f, 1)
  def run (f, n) x = f x + n
}

module use (f: fn) = {
  def both (x: i32) = f.run (f.lift (\y -> f.run (f.lift (* 2)) y)) x
  def four (x: i32) = f.run (f.lift (\y -> y * y * 4 + x)) x
}

module a = use direct
module b = use with_count

entry main (x: i32) : (i32, i32) = (b.both x - 1 + (a.both x - 6), a.four x + b.four x - 15)
