-- A parametric module applied to the first of its arguments.
-- ==
-- input { 10 } output { 13 14 }

module type num = { val x : i32 }
module sum (A: num) (B: num) = { def x = A.x + B.x }
module with_one = sum { def x = 1i32 }
module three = with_one { def x = 2i32 }
module four = with_one three

def main (y: i32) : (i32, i32) = (three.x + y, four.x + y)
