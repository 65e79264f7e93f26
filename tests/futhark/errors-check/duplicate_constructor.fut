-- A constructor stands twice in a sum type.
-- ==
-- error: error\[E0...\]: .*red

type colour = #red | #green | #red i32

entry main (x: i32) : i32 = x
