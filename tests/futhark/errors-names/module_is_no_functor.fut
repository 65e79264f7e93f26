-- A module without parameters is applied.
-- ==
-- error: error\[E0203\]: this module takes no argument

module m = { def x = 5i32 }
module k = m { def y = 6i32 }
