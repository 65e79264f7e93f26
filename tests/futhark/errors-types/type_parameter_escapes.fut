-- The function outside has one type, and would have that of each call's type parameter.
-- ==
-- error: error\[E0301\]: the type parameter `b` would escape its scope(.|\n)*:5:63

entry main (k: i32) = let r = \x -> x let g 'b (y: b) : b = r y in (g k, g true)
