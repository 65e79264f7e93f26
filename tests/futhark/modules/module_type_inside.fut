-- Module types inside of structures are reached with a point, and with `open`.
-- ==
-- input { 2 } output { 5 }

module shapes = {
  module type area = { type t val area : t -> i32 }
  module square : (area with t = i32) = { type t = i32 def area (x: i32) = x * x }
}

module one_more (A: shapes.area) = { def area (x: A.t) : i32 = A.area x + 1 }
module m = one_more shapes.square

open shapes
module n : area with t = i32 = { open m type t = i32 }

def main (x: i32) : i32 = n.area x
