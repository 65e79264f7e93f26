-- A module type that asks for a parametric module.
-- ==
-- input { 3 } output { 8 }

module type one = { val x : i32 }
module type maker = { module make : (P: one) -> one }

module m : maker = {
  module make (P: one) = { def x = P.x + 1 def hidden = true }
}

module two = m.make { def x = 1i32 }
module three = m.make two

def main (x: i32) : i32 = x + two.x + three.x
