module type vector = {
  type vector 'a
  val length : i64
  val map 'a 'b : (a -> b) -> vector a -> vector b
  val reduce 'a : (a -> a -> a) -> a -> vector a -> a
  val replicate 'a : a -> vector a
  val zip 'a 'b : vector a -> vector b -> vector (a, b)
  val from_array [n] 'a : [n]a -> vector a
  val to_array 'a : vector a -> [length]a
  val get 'a : i64 -> vector a -> a
  val set 'a : i64 -> a -> vector a -> vector a
}

module any_vector (P: {val n : i64}) : vector = {
  def length = P.n
  type vector 'a = [length]a
  local def each 'a 'b [k] (f: a -> b) (xs: [k]a) : [k]b = map f xs
  def map 'a 'b (f: a -> b) (v: vector a) : vector b = each f v
  def reduce 'a (f: a -> a -> a) (ne: a) (v: vector a) = foldl f ne v
  def zip 'a 'b (a: vector a) (b: vector b) = zip2 a b
  def from_array [n] 'a (xs: [n]a) = xs :> vector a
  def to_array 'a (a: vector a) = a
  def get 'a (i: i64) (a: vector a) = a[i]
  def set 'a (i: i64) (x: a) (a: vector a) : vector a = copy a with [i] = x
  def replicate 'a (x: a) : vector a = rep x
}

module one_vector : vector = {
  type vector 'a = a
  def length = 1i64
  def map f x = f x
  def reduce f ne x = f ne x
  def replicate x = x
  def zip a b = (a, b)
  def from_array [n] 'a (xs: [n]a) = xs[0]
  def to_array 'a (x: a) : [length]a = sized length [x]
  def get _ x = x
  def set _ x _ = x
}

module cat_vector (X: vector) (Y: vector) : vector = {
  type vector 'a = (X.vector a, Y.vector a)
  def length = X.length + Y.length
  def map f (a, b) = (X.map f a, Y.map f b)
  def reduce f ne (a, b) = Y.reduce f (X.reduce f ne a) b
  def replicate x = (X.replicate x, Y.replicate x)
  def zip (a, b) (c, d) = (X.zip a c, Y.zip b d)
  def from_array xs = (X.from_array (take X.length xs), Y.from_array (drop X.length xs))
  def to_array (a, b) = sized length (X.to_array a ++ Y.to_array b)
  def get i (a, b) = if i < X.length then X.get i a else Y.get (i - X.length) b
  def set i x (a, b) = if i < X.length then (X.set i x a, b) else (a, Y.set (i - X.length) x b)
}
