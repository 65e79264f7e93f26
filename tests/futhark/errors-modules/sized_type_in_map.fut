-- A map's function gives an abstract type of another size each time.
-- ==
-- error: E0501

module m : {type t [n] val mk : (n: i64) -> t [n]} = {
  type t [n] = {d: [n]i64}
  def mk (n: i64) : t [n] = {d = iota n}
}

entry main (n: i64) : i64 = length (map (\i -> m.mk i) (iota n))
