-- A module type has no bodies.
-- ==
-- error: error\[E0102\]: unexpected

module type t = { val f : i32 = 5 }
