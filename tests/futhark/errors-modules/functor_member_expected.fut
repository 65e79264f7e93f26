-- A structure in place of a parametric module, inside of a module.
-- ==
-- error: E0205.*expected a parametric module

module type number = { val x : i32 }
module type maker = { module make : number -> number }
module m : maker = { module make = { def x = 1i32 } }
def main : bool = true
