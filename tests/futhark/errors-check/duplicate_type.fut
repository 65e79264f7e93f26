-- A type is defined twice.
-- ==
-- error: error\[E0204\]: .*`pair`

type pair = (i32, i32)
type pair = (f32, f32)

entry main (x: i32) : i32 = x
