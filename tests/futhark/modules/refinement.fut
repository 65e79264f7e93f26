-- `with` says what a type is.
-- ==
-- input { 4 } output { 16 }

module type shape = { type t type u val f : t -> u }

module square : (shape with t = i32 with u = i32) = {
  type t = i32
  type u = i32
  def f (x: i32) = x * x
}

def main (x: i32) : i32 = square.f x
