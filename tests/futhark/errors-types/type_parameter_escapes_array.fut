-- An array from outside gives an element beside a value of the type parameter.
-- ==
-- error: error\[E0301\]: the type parameter `b` would escape its scope

def f xs = let g 'b (y: b) = [y, xs[0]] in g 1i32
