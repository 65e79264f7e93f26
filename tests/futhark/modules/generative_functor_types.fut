-- A functor applied twice gives two abstract types, which live side by side.
-- ==
-- entry: main
-- input { 3i32 } output { 4i32 13i32 true }

module counter (s: {val step : i32}) : {
  type t
  val zero : t
  val next : t -> t
  val get : t -> i32
} = {
  type t = i32
  def zero : t = 0
  def next (x: t) = x + s.step
  def get (x: t) = x
}

module one = counter {def step = 1i32}
module ten = counter {def step = 10i32}

type both = (one.t, ten.t)

def run (n: i32) : both = loop (a, b) = (one.zero, ten.zero) for _i < n do (one.next a, ten.next b)

entry main (n: i32) : (i32, i32, bool) =
  let (a, b) = run n
  in (one.get (one.next a), ten.get b - 17, ten.get b == 10 * one.get a)
