-- Updates of two types of arrays through one lambda.
-- ==
-- error: error\[E0301\]: expected i32, found f32

def f = let g = (\(xs: *[]i32) -> xs with [0] = 1.5f32) in g (copy [1, 2])
