-- One name for two modules.
-- ==
-- error: error\[E0204\]: `m` is defined twice

module m = { def x = 5i32 }
module m = { def y = 5i32 }
