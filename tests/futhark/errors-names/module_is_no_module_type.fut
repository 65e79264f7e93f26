-- A module's name where a module type is needed.
-- ==
-- error: error\[E0203\]: .*`m`

module m = { def x = 5i32 }
module k : m = { def x = 6i32 }
