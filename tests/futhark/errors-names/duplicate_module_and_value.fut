-- Modules and values share one name space.
-- ==
-- error: error\[E0204\]: `m` is defined twice

module m = { def x = 5i32 }
def m = 5i32
