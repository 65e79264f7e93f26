-- Arrows within arrows.
-- ==
-- input { 3 } output { 33 }

module type num = { val x : i32 }
module use (G: (F: (P: num) -> num) -> num) = G (\(P: num) -> { def x = 10 * P.x })
module m = use (\(F: (P: num) -> num) -> F { def x = 3i32 })

def main (y: i32) : i32 = m.x + y
