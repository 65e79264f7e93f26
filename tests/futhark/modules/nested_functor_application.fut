-- Functors applied within functors to modules made of their parameters.
-- ==
-- entry: main
-- input { [1i32, 2, 3] } output { 6i32 6i32 36i32 }
-- input { empty([0]i32) } output { 0i32 1i32 0i32 }

module type monoid = { type t val ne : t val op : t -> t -> t }
module mk_reduce (m: monoid) = { def red [n] (xs: [n]m.t) : m.t = reduce m.op m.ne xs }
module mk_pair (a: monoid) (b: monoid) : monoid with t = (a.t, b.t) = {
  type t = (a.t, b.t)
  def ne : t = (a.ne, b.ne)
  def op (x: t) (y: t) : t = (a.op x.0 y.0, b.op x.1 y.1)
}

module add : monoid with t = i32 = { type t = i32 def ne = 0i32 def op (x: i32) (y: i32) = x + y }
module mul : monoid with t = i32 = { type t = i32 def ne = 1i32 def op (x: i32) (y: i32) = x * y }

module three (a: monoid) (b: monoid) = {
  module inner = mk_reduce (mk_pair a (mk_pair b a))
  open inner
}

module r = three add mul

entry main (xs: []i32) : (i32, i32, i32) =
  let (a, (b, c)) = r.red (map (\x -> (x, (x, x))) xs)
  in (a, b, a * c)
