-- The type parameter is inside of a sum that is not known yet.
-- ==
-- error: error\[E0301\]: the type parameter `b` would escape its scope

def f h = let g 'b (y: b) : i32 = h (#some y) in g 1i32 + g true
