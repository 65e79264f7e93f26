-- Vectors as a tower of functors: pairs of shorter ones; polymorphic in their elements.
-- ==
-- entry: counted
-- input {  }
-- output { [0i64,1i64,2i64] [0i64,1i64,2i64,3i64,4i64,5i64,6i64] }

-- ==
-- entry: sums
-- input { empty([0][3]f64) }
-- output { empty([0][3]f64) }
-- input { [[1.0f64, 2.0f64, 3.0f64]] }
-- output { [[1.0f64, 2.0f64, 3.0f64]] }
-- input { [[-2.0f64, 2.0f64, 3.0f64], [-5.0f64, -3.0f64, -8.0f64], [-7.0f64, -5.0f64, -2.0f64], [7.0f64, -3.0f64, 3.0f64], [-9.0f64, 5.0f64, 6.0f64]] }
-- output { [[-2.0f64, 2.0f64, 3.0f64], [-7.0f64, -1.0f64, -5.0f64], [-14.0f64, -6.0f64, -7.0f64], [-7.0f64, -9.0f64, -4.0f64], [-16.0f64, -4.0f64, 2.0f64]] }

-- ==
-- entry: dots
-- input { empty([0]f32) }
-- output { 0.0f32 }
-- input { [1.0f32] }
-- output { 28.0f32 }
-- input { [2.0f32, -3.0f32] }
-- output { 35.0f32 }

-- ==
-- entry: replaced
-- input { 0i64 99i64 }
-- output { [99i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64] }
-- input { 3i64 99i64 }
-- output { [0i64, 1i64, 2i64, 99i64, 4i64, 5i64, 6i64] }
-- input { 4i64 99i64 }
-- output { [0i64, 1i64, 2i64, 3i64, 99i64, 5i64, 6i64] }
-- input { 6i64 99i64 }
-- output { [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 99i64] }

-- ==
-- entry: got
-- input { 0i64 }
-- output { 0i64 7i64 }
-- input { 2i64 }
-- output { 2i64 7i64 }
-- input { 5i64 }
-- output { 5i64 7i64 }
-- input { 6i64 }
-- output { 6i64 7i64 }

-- | Vectors whose length is in the type and nowhere else.
module type vector = {
  type vector 'a
  val length : i64
  val map 'a 'b : (a -> b) -> vector a -> vector b
  val zip 'a 'b : vector a -> vector b -> vector (a, b)
  val fold 'a 'b : (b -> a -> b) -> b -> vector a -> b
  val rep 'a : a -> vector a
  val iota : vector i64
  val get 'a : i64 -> vector a -> a
  val set 'a : i64 -> a -> vector a -> vector a
  val to_array 'a : vector a -> [length]a
  val from_array 'a : [length]a -> vector a
}

module vector_1 : vector = {
  type vector 'a = a
  def length = 1i64
  def map f a = f a
  def zip a b = (a, b)
  def fold f b a = f b a
  def rep a = a
  def iota = 0i64
  def get _ a = a
  def set _ x _ = x
  def to_array 'a (x: vector a) : [length]a = [x] :> [length]a
  def from_array 'a (as: [length]a) : vector a = as[0]
}

module cat_vector (X: vector) (Y: vector) : vector = {
  type vector 'a = (X.vector a, Y.vector a)
  def length = X.length + Y.length
  def map f (a, b) = (X.map f a, Y.map f b)
  def zip (a1, b1) (a2, b2) = (X.zip a1 a2, Y.zip b1 b2)
  def fold f x (a, b) = Y.fold f (X.fold f x a) b
  def rep a = (X.rep a, Y.rep a)
  def iota = (X.iota, Y.map (+ X.length) Y.iota)
  def get i (a, b) = if i < X.length then X.get i a else Y.get (i - X.length) b
  def set i x (a, b) = if i < X.length then (X.set i x a, b) else (a, Y.set (i - X.length) x b)
  def to_array 'a ((a, b): vector a) : [length]a = X.to_array a ++ Y.to_array b :> [length]a
  def from_array 'a (as: [length]a) : vector a =
    (X.from_array (take X.length as), Y.from_array (drop X.length as :> [Y.length]a))
}

module vector_2 = cat_vector vector_1 vector_1
module vector_3 = cat_vector vector_2 vector_1
module vector_4 = cat_vector vector_2 vector_2
module vector_7 = cat_vector vector_4 vector_3

module mk_space (V: vector) (R: real) = {
  type v = V.vector R.t
  def (+) (a: v) (b: v) : v = V.map (uncurry (R.+)) (V.zip a b)
  def (*) k (a: v) : v = V.map (k R.*) a
  def dot (a: v) (b: v) : R.t = V.map (uncurry (R.*)) (V.zip a b) |> V.fold (R.+) (R.i64 0)
  def zero : v = V.rep (R.i64 0)
  def sum [n] (vs: [n]v) : v = reduce (+) zero vs
  def sums [n] (vs: [n]v) : [n]v = scan (+) zero vs
}

module space_3 = mk_space vector_3 f64
module space_7 = mk_space vector_7 f32

entry counted : ([3]i64, [7]i64) =
  (vector_3.(to_array iota) :> [3]i64, vector_7.(to_array iota) :> [7]i64)

entry sums [n] (xs: [n][3]f64) : [n][3]f64 =
  map (\(x: [3]f64) -> vector_3.from_array (x :> [vector_3.length]f64)) xs
  |> space_3.sums
  |> map (\v -> vector_3.to_array v :> [3]f64)

entry dots [n] (xs: [n]f32) : f32 =
  let vs = map (\x -> vector_7.iota |> vector_7.map (\i -> x + f32.i64 i)) xs
  let total = space_7.sum vs
  in space_7.dot total (vector_7.rep 1)

entry replaced (i: i64) (x: i64) : [7]i64 =
  vector_7.iota |> vector_7.set i x |> vector_7.to_array |> (\xs -> xs :> [7]i64)

entry got (i: i64) : (i64, i64) = vector_7.((get i iota, length))
