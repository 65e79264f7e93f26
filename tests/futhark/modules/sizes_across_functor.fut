-- An abstract type with sizes that a functor's parameter gives; the functor's functions keep sizes.
-- ==
-- entry: main
-- input { [1i32, 2, 3] } output { [2i32, 3, 4] 3i64 [1i32, 2, 3] }
-- input { empty([0]i32) } output { empty([0]i32) 0i64 empty([0]i32) }

module type vec = {
  type vec [n] 'a
  val make [n] 'a : [n]a -> vec [n] a
  val get [n] 'a : vec [n] a -> [n]a
  val map [n] 'a 'b : (a -> b) -> vec [n] a -> vec [n] b
}

module arr : vec = {
  type vec [n] 'a = [n]a
  def make xs = xs
  def get xs = xs
  def map f xs = map f xs
}

module pairs : vec = {
  type vec [n] 'a = ([n]a, ())
  def make xs = (xs, ())
  def get (xs, ()) = xs
  def map f (xs, ()) = (map f xs, ())
}

module ops (v: vec) = {
  def size [n] 'a (_: v.vec [n] a) : i64 = n
  def inc [n] (x: v.vec [n] i32) : v.vec [n] i32 = v.map (+ 1) x
}

module a = ops arr
module p = ops pairs

entry main [n] (xs: [n]i32) : ([n]i32, i64, [n]i32) =
  let v = arr.make xs
  let w = pairs.make xs
  in (arr.get (a.inc v), p.size w, map2 (\x y -> y - 1 + 0 * x) (arr.get v) (pairs.get (p.inc w)))
