-- A structure where a module type asks for a parametric module.
-- ==
-- error: E0205.*expected a parametric module

module type val_ = { val x : i32 }
module m : (P: val_) -> val_ = { def x = 1i32 }
def main : bool = true
