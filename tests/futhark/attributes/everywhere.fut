-- Attributes on every kind of declaration, pattern, specification and expression change no value.
-- ==
-- entry: main
-- input { [1i32, 2, 3] } output { 12i32 }
-- input { empty([0]i32) } output { 0i32 }

#[nothing] type t = i32
#[nothing(a, b(3))] module type mt = { #[x] val f : i32 -> t #[y] type u }
#[nothing] module m : mt = { #[inline] def f (x: i32) = x #[z] type u = bool }
#[inline] def twice (x: i32) = #[noinline] m.f (#[unsafe] x * 2)

#[noinline] entry main (xs: []i32) : i32 =
  let #[p] (#[q] ys, _) = (#[sequential] map twice xs, #[trace(here)] 1i32)
  in #[sequential_outer] (#[unroll] loop s = 0 for y in ys do #[trace] s + y)
