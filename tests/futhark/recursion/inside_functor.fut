-- A recursive function in the body of a functor, instantiated twice.
-- ==
-- entry: main
-- input { 6i32 } output { 21i32 64i32 }
-- input { 0i32 } output { 0i32 1i32 }

module type monoid = {
  type t
  val op : t -> t -> t
  val ne : t
}

module repeat (m: monoid) = {
  def times (n: i32) (f: i32 -> m.t) : m.t = if n == 0 then m.ne else m.op (f n) (times (n - 1) f)
}

module sums = repeat {type t = i32 def op = (i32.+) def ne : t = 0}
module products = repeat {type t = i32 def op = (i32.*) def ne : t = 1}

entry main (n: i32) : (i32, i32) = (sums.times n (\i -> i), products.times n (\_ -> 2))
