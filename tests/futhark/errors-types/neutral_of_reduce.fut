-- The neutral element has the elements' type.
-- ==
-- error: error\[E0301\]: expected \[\]i32, found \[\]f32

def f (xs: []f32) : f32 = reduce (+) 0i32 xs
