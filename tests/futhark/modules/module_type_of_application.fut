-- A module type made by a functor, matched against a functor that it made.
-- ==
-- entry: main
-- input { 3i32 } output { 4i32 }

module f (x: {val a : i32}) = { module g (y: {val a : i32}) = { def s = x.a + y.a } module type u = { val s : i32 } }
module p = f {def a = 1i32}
module q : p.u = p.g {def a = 3i32}
entry main (k: i32) = q.s
