-- The new value of an update has another type than the elements.
-- ==
-- error: error\[E0301\]: .*i32.*f32

entry main (xs: *[]i32) (v: f32) : []i32 = xs with [0] = v
