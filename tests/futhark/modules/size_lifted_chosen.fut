-- A size-lifted abstract type is the result of `if`.
-- ==
-- entry: main
-- input { 3i32 } output { 2i64 }

module type t = { type~ t val f : i64 -> t val g : t -> i64 }
module m : t = { type~ t = []i32 def f (n: i64) : t = replicate n 1i32 def g (x: t) = length x }
entry main (x: i32) : i64 = m.g (if x == 3 then m.f 2 else m.f 3)
