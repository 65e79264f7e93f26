-- A parametric module gives a value of another type than the arrow says.
-- ==
-- error: E0205.*the value `x` does not have the required type

module type x = { val x : i32 }
module type truth = { val x : bool }
module f : x -> truth = \(P: x) -> { def x = P.x }
def main : bool = true
