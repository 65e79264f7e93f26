-- A parametric module where a module type asks for a structure.
-- ==
-- error: E0205.*expected a module without parameters

module type number = { val x : i32 }
module f (P: number) = { def x = P.x }
module g (P: number) = { def x = P.x }
module m = g f
def main : bool = true
