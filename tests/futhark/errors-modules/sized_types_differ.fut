-- Two values of a sized abstract type have different sizes.
-- ==
-- error: E0501

module m : {type t [n] val mk : (n: i64) -> t [n] val add [n] : t [n] -> t [n] -> t [n]} = {
  type t [n] = {d: [n]i64}
  def mk (n: i64) : t [n] = {d = iota n}
  def add [n] (x: t [n]) (y: t [n]) : t [n] = {d = map2 (+) x.d y.d}
}

def f (n: i64) (k: i64) = m.add (m.mk n) (m.mk k)
