-- The result of a parametric module lacks what the arrow promises.
-- ==
-- error: E0205.*the module lacks the value `y`

module type x = { val x : i32 }
module type xy = { val x : i32 val y : i32 }
module f : x -> xy = \(P: x) -> { def x = P.x }
def main : bool = true
