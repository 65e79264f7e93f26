-- An array of values of an abstract type of one size.
-- ==
-- entry: main
-- input { 3i64 } output { [3i64, 3, 3] }

module m : {type t [n] val mk : (n: i64) -> t [n] val s [n] : t [n] -> i64} = {
  type t [n] = {d: [n]i64}
  def mk (n: i64) : t [n] = {d = iota n}
  def s [n] (x: t [n]) = i64.sum x.d
}
entry main (n: i64) = let ts = map (\_ -> m.mk n) (iota n) in map m.s ts
