-- One functor at a scalar, a tuple, a sum and a record.
-- ==
-- entry: main
-- input { 3i32 } output { 6i32 4i32 7i32 3i32 }
-- input { 0i32 } output { 0i32 1i32 1i32 0i32 }

module type thing = { type t val make : i32 -> t val show : t -> i32 val next : t -> t }
module twice (m: thing) = { def run (x: i32) : i32 = m.show (m.next (m.make x)) }
module a = twice { type t = i32 def make (x: i32) = x def show (t: t) = t def next (t: t) = 2 * t }
module b = twice {
  type t = (i32, bool)
  def make (x: i32) = (x, true)
  def show (t: t) = t.0
  def next ((x, b): t) = (if b then x + 1 else x, b)
}
module c = twice {
  type t = #one i32 | #two i32
  def make (x: i32) : t = #one x
  def show (t: t) = match t case #one x -> x case #two x -> 2 * x + 1
  def next (t: t) : t = match t case #one x -> #two x case #two x -> #one x
}
module d = twice {
  type t = {v: [2]i32}
  def make (x: i32) = {v = [0, x]}
  def show (t: t) = t.v[0]
  def next (t: t) = {v = reverse t.v}
}
entry main (x: i32) : (i32, i32, i32, i32) = (a.run x, b.run x, c.run x, d.run x)
