-- A parameter refined with a type of an earlier one.
-- ==
-- input { [1, 2] } output { [true, false] }

module type from = { type t val f : i32 -> t }
module type to = { type u val g : u -> bool }
module compose (A: from) (B: to with u = A.t) = { def h (x: i32) : bool = B.g (A.f x) }

module m = compose { type t = (i32, i32) def f (x: i32) = (x, 1i32) } { type u = (i32, i32) def g (a: i32, b: i32) = a == b }

def main [n] (xs: [n]i32) : [n]bool = map m.h xs
