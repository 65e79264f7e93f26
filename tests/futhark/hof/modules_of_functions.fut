-- Higher-order functions inside of modules and functors; functions as members.
-- ==
-- entry: main
-- input { [3i32, 1, 2] } output { 3i32 1i32 }
-- input { [7i32] } output { 7i32 7i32 }

-- ==
-- entry: doubled
-- input { 5i32 } output { 20i32 7i32 }

module type order = { type t val leq : t -> t -> bool }
module extremes (o: order) = {
  def best [n] (pick: o.t -> o.t -> o.t) (xs: [n]o.t) : o.t = loop b = xs[0] for x in xs do pick b x
  def greatest [n] (xs: [n]o.t) : o.t = best (\a b -> if a `o.leq` b then b else a) xs
}
module up = extremes { type t = i32 def leq (a: i32) (b: i32) = a <= b }
module down = extremes { type t = i32 def leq = (i32.>=) }
entry main (xs: []i32) : (i32, i32) = (up.greatest xs, down.greatest xs)
module f = { def twice 'a (g: a -> a) : a -> a = g >-> g def plus = (+ 1i32) }
entry doubled (x: i32) : (i32, i32) = (f.twice (* 2) x, f.twice f.plus x)
