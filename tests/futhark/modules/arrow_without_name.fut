-- The parameter of an arrow needs no name when the result does not speak of it.
-- ==
-- input { 4 } output { 12 }

module type num = { val x : i32 }
module apply (F: num -> num) = F { def x = 4i32 }
module m = apply (\(P: num) -> { def x = P.x * 2 })

def main (y: i32) : i32 = m.x + y
