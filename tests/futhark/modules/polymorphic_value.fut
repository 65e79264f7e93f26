-- Values of modules with type and size parameters.
-- ==
-- input { [1, 2, 3] } output { [3, 2, 1] [3, 2, 1] 3i64 }

module type lists = {
  val turned [n] 'a : [n]a -> [n]a
  val size [n] 'a : [n]a -> i64
  val repeated 'a : (n: i64) -> a -> [n]a
}

module arrays : lists = {
  def turned [n] 'a (xs: [n]a) : [n]a = xs[::-1]
  def size [n] 'a (_: [n]a) : i64 = n
  def repeated 'a (n: i64) (x: a) : [n]a = replicate n x
}

module twice (L: lists) = { def turned [n] 'a (xs: [n]a) : [n]a = L.turned (L.turned (L.turned xs)) }
module m = twice arrays

def main [n] (xs: [n]i32) : ([n]i32, [n]i32, i64) =
  (arrays.turned xs, m.turned xs, arrays.size (arrays.repeated n true))
