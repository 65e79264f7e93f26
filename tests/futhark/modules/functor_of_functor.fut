-- A parametric module that gives another one, with and without a name for it.
-- ==
-- input { 5 } output { 15 17 15 }

module type number = { val n : i32 }

module times (A: number) = \(B: number) -> { def f (x: i32) = x * A.n + B.n }
module named (A: number) : (B: number) -> { val f : i32 -> i32 } = times A

module three = { def n = 3i32 }
module by_three = times three
module f = by_three { def n = 0i32 }
module g = by_three { def n = 2i32 }
module h = named three { def n = 0i32 }

def main (x: i32) : (i32, i32, i32) = (f.f x, g.f x, h.f x)
