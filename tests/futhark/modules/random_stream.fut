-- A functor over a generator whose state is a record, in a loop that updates an array.
-- ==
-- entry: main
-- input { 3i32 } output { [0i32, 3, 6] }

module rng (p: {type seed val next : seed -> (seed, i32) val init : i32 -> seed}) = {
  def gen (n: i64) (s: i32) : [n]i32 =
    (loop (st, xs) = (p.init s, replicate n 0) for i < n do let (st, v) = p.next st in (st, xs with [i] = v)).1
}
module r = rng {type seed = {a: i32, b: i32} def next (s: seed) = ({a = s.a + s.b, b = s.b}, s.a) def init (k: i32) : seed = {a = 0, b = k}}
entry main (x: i32) = r.gen 3 x
