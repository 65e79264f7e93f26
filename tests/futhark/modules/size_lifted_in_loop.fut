-- A size-lifted abstract type changes its size in a loop.
-- ==
-- entry: main
-- input { 3i32 } output { 8i64 }

module type t = { type~ t val f : i64 -> t val g : t -> i64 }
module m : t = { type~ t = []i32 def f (n: i64) : t = replicate n 1i32 def g (x: t) = length x }
entry main (x: i32) : i64 = m.g (loop a = m.f 1 for i < x do m.f (2 * m.g a))
