-- The elements of an array must have one type.
-- ==
-- error: error\[E0301\]: .*i32.*f32

entry main (x: i32) (y: f32) : []i32 = [x, 2, y]
