-- Specifications of functions whose results have the sizes that arguments say.
-- ==
-- entry: main
-- input { 3i32 } output { 3i64 }

module type t = { val f : (n: i64) -> [n]i32 val g [n] : [n]i32 -> (m: i64) -> [n + m]i32 }
module m : t = { def f n = replicate n 1i32 def g xs m = xs ++ replicate m 0 }
entry main (x: i32) : i64 = length (m.g (m.f 2) 1)
