-- A type cannot contain itself.
-- ==
-- error: error\[E0202\]: .*`list`

type list = #nil | #cons i32 list

entry main (x: i32) : i32 = x
