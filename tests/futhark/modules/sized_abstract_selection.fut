-- An abstract type with a size: made, measured, and cut to a size that only the module knows.
-- ==
-- entry: main
-- input { 3i64 } output { 3i64 [1i64, 2] }

module m : {type t [n] val mk : (n: i64) -> t [n] val size [n] : t [n] -> i64 val sel [n] : t [n] -> ?[k].t [k] val get [n] : t [n] -> [n]i64} = {
  type t [n] = {d: [n]i64}
  def mk (n: i64) : t [n] = {d = iota n}
  def size [n] (_: t [n]) = n
  def sel [n] (x: t [n]) = {d = filter (> 0) x.d}
  def get [n] (x: t [n]) = x.d
}
entry main (n: i64) = (m.size (m.mk n), m.get (m.sel (m.mk n)))
