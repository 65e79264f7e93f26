-- One name for two definitions of a module.
-- ==
-- error: error\[E0204\]: `x` is defined twice

module m = { def x = 5i32 def x = 6i32 }
