-- A module opened for one expression brings its values, types and modules into scope, over what is there.
-- ==
-- entry: main
-- input { 3i32 } output { 4i32 5i32 7i32 3i64 3i32 2i32 12i32 true }

-- ==
-- entry: names
-- input { 3i32 } output { 7i64 4i32 }

module a = {
  type t = i32
  type pair 'b = (b, b)
  def z = 1i32
  def r = {z = 4i32}
  module c = { def z = 2i32 type u = i64 module d = { def w = 9i32 } }
}
module type shape = { module inner : { type t val one : t val add : t -> t -> t } val shown : inner.t -> i32 }
module twice (X: shape) = {
  def two : i32 = X.(shown (inner.add inner.one inner.one))
  def typed : i32 = X.(shown (let x : inner.t = inner.one in x)) + X.inner.(let f (x: t) : t = add x one in X.shown (f one)) - 1
}
module doubled = twice { module inner = { type t = i32 def one = 1i32 def add (x: i32) (y: i32) = x + y } def shown (x: i32) = x }

entry main (x: i32) : (i32, i32, i32, i64, i32, i32, i32, bool) =
  let c = {z = 3i32}
  let f 't (y: t) : t = a.(let g (v: pair i32) : t = v.0 + z in let _ = g (1, 2) in y)
  in (f (a.(x + z : t)),
      a.(c.z + x),
      a.(let c = {z = r.z} in c.z + x),
      a.(i64.i32 x : c.u),
      c.z,
      doubled.two,
      a.c.(d.w + c.z),
      a.(\(p: pair bool) -> p.0 && p.1) (true, true)) |> \(p, q, r, s, t, u, v, w) ->
       (p, q, r, s, t, u, v, w && doubled.typed == 2)
-- The name of a module is still that of the module where the one opened has a value of that name.
module b = { def i64 (x: i32) = x + 1 def r = {z = 4i32} }
entry names (x: i32) : (i64, i32) = b.(i64.i32 (i64 x) i64.+ i64.i32 x, r.z)
