-- A module's name where a type is needed.
-- ==
-- error: error\[E0202\]: .*`m`

module m = { type t = i32 }
def f (x: m) : i32 = x
