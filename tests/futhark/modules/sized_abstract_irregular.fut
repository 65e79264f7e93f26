-- Values of an abstract type of different sizes, which do not leave the map's function.
-- ==
-- entry: main
-- input { 3i64 } output { [0i64, 0, 1] }

module m : {type t [n] val mk : (n: i64) -> t [n] val s [n] : t [n] -> i64} = {
  type t [n] = {d: [n]i64}
  def mk (n: i64) : t [n] = {d = iota n}
  def s [n] (x: t [n]) = i64.sum x.d
}
entry main (n: i64) = map (\i -> m.s (m.mk i)) (iota n)
