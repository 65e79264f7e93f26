-- A recursive function hides the one it came with, of the same name.
-- ==
-- entry: main
-- input { 4i64 } output { 5i64 }

module m : { val r : i64 -> i64 } = { def r (n: i64) : i64 = if n == 0 then 1 else 1 + r (n - 1) }
module type t = { val r : i64 -> i64 }
module f (x: t) = { open x def r (n: i64) : i64 = if n == 0 then 0 else x.r 0 + r (n - 1) }
module g = f m
entry main (n: i64) = g.r n + 1
