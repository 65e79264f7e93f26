-- A constant of an abstract type may not be consumed.
-- ==
-- error: error\[E0402\]: `start` may not be consumed
module counter : { type t val start : t val next : *t -> *t val get : t -> i64 } = {
  type t = i64
  def start : t = 0
  def next (c: *t) : *t = c + 1
  def get (c: t) = c
}

entry main (n: i64) : i64 = n + counter.get (counter.next counter.start)
