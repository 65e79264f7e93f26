-- `include` of refined module types, and `with` of several types.
-- ==
-- entry: main
-- input { 5i32 } output { 5i64 true 2i64 }

module type eq = { type t val eq : t -> t -> bool }
module type conv = { type a type b val conv : a -> b }
module type both = {
  include eq with t = i32
  include conv with a = t
  val size [n] : [n]b -> i64
}

module m : both with b = i64 = {
  type t = i32
  def eq (x: i32) (y: i32) = x == y
  type a = i32
  type b = i64
  def conv (x: i32) = i64.i32 x
  def size [n] (_: [n]i64) = n
}

entry main (x: i32) : (i64, bool, i64) = (m.conv x, m.eq x x, m.size [m.conv x, 3])
