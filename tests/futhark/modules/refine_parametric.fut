-- A refinement with a parametric type.
-- ==
-- input { [1, 2, 3] } output { 6 }

module type container = {
  type c [n] 'a
  val fold [n] 'a : (a -> a -> a) -> a -> c [n] a -> a
}

module arrays : container with c [n] 'a = [n]a = {
  type c [n] 'a = [n]a
  def fold [n] 'a (f: a -> a -> a) (ne: a) (xs: [n]a) : a = foldl f ne xs
}

def main (xs: []i32) : i32 = arrays.fold (+) 0 xs
