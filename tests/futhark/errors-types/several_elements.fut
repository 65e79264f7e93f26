-- Two elements of an array are of other types.
-- ==
-- error: error\[E0301\]: .*bool(.|\n)*E0301\]: .*f32

def f (x: i32) (b: bool) (y: f32) : []i32 = [x, b, 2, y]
