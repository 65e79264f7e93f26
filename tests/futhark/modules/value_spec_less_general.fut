-- A structure's polymorphic function stands for a specification that is less general.
-- ==
-- entry: main
-- input { [3i32, 4] } output { 3i32 [4i32, 3] 2i64 }

module type t = {
  val first [n] : [n]i32 -> i32
  val swap : [2]i32 -> [2]i32
  val len [n] : [n]i32 -> i64
}

module m : t = {
  def first 'a (xs: []a) : a = xs[0]
  def swap 'a [n] (xs: [n]a) : [n]a = reverse xs
  def len [n] 'a (_: [n]a) = n
}

entry main (xs: [2]i32) : (i32, [2]i32, i64) = (m.first xs, m.swap xs, m.len xs)
