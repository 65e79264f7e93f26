-- The type of `g` says that it does not consume, and it is a function that does.
-- ==
-- error: error\[E0402\]: a function that consumes its argument is not allowed here

def f (xs: *[]f32) : f32 = let xs[0] = 1 in xs[0]

def g : []f32 -> f32 = f

entry main (x: f32) : f32 = g [x, 2]
