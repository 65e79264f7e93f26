-- A function from outside takes a value of the type parameter.
-- ==
-- error: error\[E0301\]: the type parameter `b` would escape its scope

def f h = let g 'b (y: b) = h y in g 1i32 + g 2i32
