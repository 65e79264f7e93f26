-- The type of a parametric module can be said where it is defined, of a name, and of an expression.
-- ==
-- input { 2 } output { 4 5 6 }

module type num = { val x : i32 }
module type next = (P: num) -> num

module plus_two : next = \(P: num) -> { def x = P.x + 2 def y = 1i32 }
module plus_three = (\(P: num) -> { def x = P.x + 3 }) : next
module plus_four (P: num) : num = { def x = P.x + 4 }

module none = { def x = 0i32 }
module a = plus_two none
module b = plus_three none
module plus : (P: num) -> num = plus_four
module c = plus none

def main (y: i32) : (i32, i32, i32) = (a.x + y, b.x + y, c.x + y)
