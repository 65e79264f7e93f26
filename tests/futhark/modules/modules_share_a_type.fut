-- Two modules in one, the second of which is refined by the first's type.
-- ==
-- entry: main
-- input { 3i32 } output { 4i32 }

module type s = { type t val f : t -> t val x : t }
module type w = { module a : s module b : s with t = a.t }
module m : w = { module a = {
  type t = i32
  def f (x: i32) = x + 1
  def x = 3i32 } module b = {
  type t = i32
  def f (x: i32) = x * 2
  def x = 4i32 } }
module g (p: w) = { def y = p.b.f p.a.x }
module h = g m
entry main (x: i32) : i32 = if x == 3 then (let _ = h.y in 4) else 5
