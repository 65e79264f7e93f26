-- A parameter whose module type is refined twice.
-- ==
-- entry: main
-- input { 3i32 } output { 3i32 4i64 }

module type a = { type t type u val x : t val y : u }
module f (q: a with t = i32 with u = i64) = { def z : (i32, i64) = (q.x, q.y) }
module g = f {type t = i32 type u = i64 def x = 3i32 def y = 4i64}
entry main (k: i32) = g.z
