-- A parametric module needs more of its parameter than the arrow promises it.
-- ==
-- error: E0205.*the module lacks the value `y`

module type x = { val x : i32 }
module type xy = { val x : i32 val y : i32 }
module f : x -> x = \(P: xy) -> { def x = P.y }
def main : bool = true
