-- Vectors whose arrays change places with them: callers pass the sizes that no argument shows.
-- ==
-- entry: rows
-- input { [1, 2] } output { [[1, 2, 4], [2, 4, 8]] [[1, 2], [2, 4], [4, 8]] }

-- ==
-- entry: seen_from_outside
-- input { [1, 2] } output { [[1, 1, 1, 1], [2, 2, 2, 2]] 8i64 }

-- ==
-- entry: of_parameter
-- input { [3, -1, 4] } output { [7, 7, 7] }

-- ==
-- entry: local_function
-- input { [1, 2] } output { [[1, 1, 1], [2, 2, 2]] }

module type vector = {
  type vector 'a
  val length : i64
  val map 'a 'b : (a -> b) -> vector a -> vector b
  val zip 'a 'b : vector a -> vector b -> vector (a, b)
  val rep 'a : a -> vector a
  val to_array 'a : vector a -> [length]a
  val vzip [n] 'a : vector ([n]a) -> [n](vector a)
  val vunzip [n] 'a : [n](vector a) -> vector ([n]a)
}

module one : vector = {
  type vector 'a = a
  def length = 1i64
  def map f a = f a
  def zip a b = (a, b)
  def rep a = a
  def to_array a = [a]
  def vzip a = a
  def vunzip a = a
}

module several (P: { val length : i64 }) : vector = {
  type vector 'a = [P.length]a
  open P
  def map = map
  def zip = zip
  def rep a = replicate P.length a
  def to_array 'a (v: vector a) = v :> [length]a
  def vzip = transpose
  def vunzip = transpose
}

module cat (X: vector) (Y: vector) : vector with vector 'a = (X.vector a, Y.vector a) = {
  type vector 'a = (X.vector a, Y.vector a)
  def length = X.length + Y.length
  def vzip (xs, ys) = zip (X.vzip xs) (Y.vzip ys)
  def vunzip xys = let (xs, ys) = unzip xys in (X.vunzip xs, Y.vunzip ys)
  def map f (xs, ys) = (X.map f xs, Y.map f ys)
  def zip (xs, ys) (us, vs) = (X.zip xs us, Y.zip ys vs)
  def rep a = (X.rep a, Y.rep a)
  def to_array (xs, ys) = sized length (X.to_array xs ++ Y.to_array ys)
}

module two = cat one one
module three = cat two one
module hidden : vector = cat two (several { def length = 2i64 })

entry rows [n] (xs: [n]i32) =
  let ((a, b), c) = three.rep xs
  let v : three.vector ([n]i32) = ((a, one.map (map (* 2)) b), one.map (map (* 4)) c)
  let rows = three.vzip v
  in (map three.to_array rows, three.to_array (three.vunzip rows))

entry seen_from_outside (xs: []i32) =
  let rows = hidden.vzip (hidden.rep xs)
  let back = hidden.vunzip (rows ++ rows) |> hidden.map (\xs -> i32.sum (filter (> 1) xs))
  in (map hidden.to_array rows, i64.i32 (i32.sum (hidden.to_array back) / 2))

module sums (V: vector) = {
  -- The size of what `filter` gives is read off the vector.
  def total (xs: []i32) =
    let v = V.rep (filter (> 0) xs)
    in map (V.map i64.i32 >-> V.to_array >-> i64.sum) (V.vzip v)
  def swap v = V.vzip v
}

module sums_of_two = sums two

entry of_parameter (xs: []i32) : []i32 =
  let t = sums_of_two.total xs
  in map (const (i32.i64 (i64.sum t) / 2)) xs

entry local_function [n] (xs: [n]i32) =
  let swapped v = three.vzip v
  in map three.to_array (swapped (three.rep xs))
