-- A module type refined to a type that hides sizes, and the result of a lambda with such a type.
-- ==
-- entry: main
-- input { 3i64 } output { 3i64 6i64 4i64 4i64 }

module type dict = {
  type~ dict
  val mk : i64 -> dict
  val count : dict -> i64
}

module bools : dict with dict = ?[k].[k]bool = {
  type~ dict = ?[k].[k]bool
  def mk (n: i64) : dict = replicate n true
  def count (d: dict) = i64.sum (map i64.bool d)
}

module pairs : (dict with dict = (?[k].([k]i64, [k]bool))) = {
  type~ dict = ?[k].([k]i64, [k]bool)
  def mk (n: i64) : dict = (replicate n 2, replicate n true)
  def count ((xs, _): dict) = i64.sum xs
}

module counted (d: dict with dict = []i64) : dict with dict = []i64 = {
  type~ dict = []i64
  def mk (n: i64) : dict = d.mk n ++ [1]
  def count (xs: dict) = d.count xs
}

module lengths = counted {
  type~ dict = []i64
  def mk (n: i64) : dict = iota n
  def count (xs: dict) = length xs
}

def f = \(k: i64) : ?[n].[n]i32 -> let j = k + 1 in replicate j 0

entry main (n: i64) =
  (bools.count (bools.mk n), pairs.count (pairs.mk n), lengths.count (lengths.mk n), length (f n))
