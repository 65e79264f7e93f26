-- The elements of an array have one type.
-- ==
-- error: .

entry pair (x: i32) (y: f32) = [x, y]
