-- A parameter without a type becomes that of another branch.
-- ==
-- error: error\[E0301\]: the type parameter `b` would escape its scope

def f x = let g 'b (y: b) : b = if true then y else x in (g 1i32, g true)
