-- Abstract types with size and type parameters.
-- ==
-- input { [1, 2, 3] [4, 5, 6] } output { [5, 7, 9] 3i64 }

module type vectors = {
  type t [n] 'a
  val pack [n] 'a : [n]a -> t [n] a
  val unpack [n] 'a : t [n] a -> [n]a
  val zip_with [n] 'a 'b : (a -> a -> b) -> t [n] a -> t [n] a -> t [n] b
  val size [n] 'a : t [n] a -> i64
}

module vectors : vectors = {
  type t [n] 'a = {elems: [n]a}
  def pack [n] 'a (xs: [n]a) : t [n] a = {elems = xs}
  def unpack [n] 'a (v: t [n] a) : [n]a = v.elems
  def zip_with [n] 'a 'b (f: a -> a -> b) (v: t [n] a) (w: t [n] a) : t [n] b = {elems = map2 f v.elems w.elems}
  def size [n] 'a (_: t [n] a) : i64 = n
}

def main [n] (xs: [n]i32) (ys: [n]i32) : ([n]i32, i64) =
  let v = vectors.zip_with (+) (vectors.pack xs) (vectors.pack ys)
  in (vectors.unpack v, vectors.size v)
