-- Nobody outside a module knows that its abstract type has `==`.
-- ==
-- error: error\[E0304\]: expected something with `==`, found m.t

module m : { type t val x : t } = { type t = i32 def x = 1i32 }
def same = m.x == m.x
