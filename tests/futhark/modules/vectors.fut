-- Vectors of sizes that their types hide, put together from others by a parametric module that is applied again.
-- ==
-- entry: sums
-- input { 2i32 } output { 5i32 9i32 12i32 }

module type vector = {
  type vector 'a
  val size : i64
  val map 'a 'b : (a -> b) -> vector a -> vector b
  val zip 'a 'b : vector a -> vector b -> vector (a, b)
  val rep 'a : a -> vector a
  val reduce 'a : (a -> a -> a) -> a -> vector a -> a
}

module single : vector = {
  type vector 'a = [1]a
  def size = 1i64
  def map = map
  def zip = zip
  def rep 'a (x: a) : vector a = [x]
  def reduce = reduce
}

module several (P: { val n : i64 }) : vector = {
  type vector 'a = [P.n]a
  def size = P.n
  def map = map
  def zip = zip
  def rep 'a (x: a) : vector a = replicate P.n x
  def reduce = reduce
}

module cat (X: vector) (Y: vector) : vector with vector 'a = (X.vector a, Y.vector a) = {
  type vector 'a = (X.vector a, Y.vector a)
  def size = X.size + Y.size
  def map f (xs, ys) = (X.map f xs, Y.map f ys)
  def zip (xs, ys) (us, vs) = (X.zip xs us, Y.zip ys vs)
  def rep x = (X.rep x, Y.rep x)
  def reduce f ne (xs, ys) = X.reduce f (Y.reduce f ne ys) xs
}

module hidden_cat (X: vector) (Y: vector) : vector = cat X Y

module two = cat single single
module three = cat two single
module four = hidden_cat (cat single single) (several { def n = 2i64 })
module six = hidden_cat four (hidden_cat single single)

entry sums (x: i32) =
  ( two.reduce (+) 1 (two.rep x)
  , three.reduce (+) 0 (three.map (\(a, b) -> a + b) (three.zip (three.rep x) (three.rep 1)))
  , six.reduce (+) 0 (six.rep x) )
