-- A module lambda that is applied where it stands, and one in a structure.
-- ==
-- entry: main
-- input { 4i32 } output { 8i32 16i32 }

module type m = { val f : i32 -> i32 }

module dbl = (\(x: m) -> { def f y = x.f y * 2 }) {def f (y: i32) = y}

module outer = {
  module sq = \(x: m) : m -> { def f y = x.f y * x.f y }
}

module s = outer.sq {def f (y: i32) = y}

entry main (x: i32) : (i32, i32) = (dbl.f x, s.f x)
